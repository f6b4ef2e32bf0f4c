// Reads the Prometheus text of /metrics.

const SAMPLE = /^(\w+)(?:\{[^}]*\})? (\S+)$/gm;

/**
 * What of the metrics the overview shows: how many verifications have run, the mean time
 * of one, and how many records director and store have yet to take, where they are of this process.
 */
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
    lag: sums.get('assay_progress_lag') ?? null,
    meanMillis: runs === 0 ? null : sums.get('assay_worker_runs_seconds_sum') / runs * 1000,
  };
}
