// Reads the Prometheus text of /metrics.

const SAMPLE = /^(\w+)(?:\{[^}]*\})? (\S+)$/gm;

/** What of the metrics the overview shows: how many verifications have run, and the mean time of one. */
export function metrics(text) {
  const sums = new Map();
  for (const [, name, value] of text.matchAll(SAMPLE)) {
    if (Number.isFinite(Number(value))) {
      sums.set(name, (sums.get(name) ?? 0) + Number(value));
    }
  }
  const runs = sums.get('assay_worker_runs_seconds_count') ?? 0;
  return {
    runs,
    meanMillis: runs === 0 ? null : sums.get('assay_worker_runs_seconds_sum') / runs * 1000,
  };
}
