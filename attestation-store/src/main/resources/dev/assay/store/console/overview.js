// The pipeline at a glance, looked at again every few seconds.

import { chip, h, put, s, tone } from './dom.js';
import * as api from './api.js';
import { count, span, utc } from './format.js';
import { empty, failed, loading, repeat, section } from './parts.js';
import { readiness } from './health.js';
import { metrics } from './metrics.js';
import { itemTable } from './work-items.js';

const EVERY_MILLIS = 4000;
const MINUTES = 30;
const MINUTE = 60000;
/** Items of a kind that are counted; beyond that it says "more than". */
const COUNTED = 1000;
const NEWEST = 12;

export function overview(body, { signal }) {
  put(body, loading());
  let shown = null;
  const stale = h('p', { class: 'notice', role: 'status' });
  repeat(EVERY_MILLIS, signal, async () => {
    try {
      const seen = await look(signal);
      if (!signal.aborted) {
        shown = new Date().toISOString();
        put(body, tiles(seen), rate(seen), newest(seen));
      }
    } catch (error) {
      if (!signal.aborted && (shown === null || error.status === 401)) {
        put(body, failed(error, null));
      } else if (!signal.aborted) {
        put(stale, 'As it was at ', utc(shown), '; since then the server was asked in vain: ', error.message);
        body.prepend(stale);
      }
    }
  });
}

async function look(signal) {
  const since = new Date(Math.floor(Date.now() / MINUTE) * MINUTE - (MINUTES - 1) * MINUTE).toISOString();
  const [ready, flying, asked, verdicts, items, measured] = await Promise.all([
    readiness(signal),
    api.all('/v1/work-items?status=verifying&limit=' + COUNTED, signal, 1),
    api.all('/v1/approvals?limit=' + COUNTED, signal, 1),
    api.all('/v1/attestations?order=newest&limit=1000' + '&since=' + encodeURIComponent(since), signal, 1),
    api.get('/v1/work-items?limit=100', signal),
    api.may('operate') ? api.text('/metrics', signal).then(metrics) : null,
  ]);
  return { ready, flying, asked, verdicts, items: items.items, measured };
}

function tiles({ ready, flying, asked, verdicts, items, measured }) {
  const bad = ready.checks.filter((check) => !check.ok);
  const last = verdicts.items.filter((line) => line.kind === 'verification' && Date.now() - Date.parse(line.time) < MINUTE).length;
  const taken = durations(items);
  return h('div', { class: 'tiles' }, [
    tile('State', ready.ready ? 'ready' : 'not ready', bad.length > 0 ? bad.map((check) => check.name).join(', ') : 'all ' + ready.checks.length + ' checks hold',
      '#/health', ready.ready ? 'good' : 'bad'),
    tile('In flight', counted(flying), 'work items being verified', '#/work-items?status=verifying'),
    tile('Waiting for a person', counted(asked), 'open questions', '#/approvals', asked.items.length > 0 ? 'ask' : ''),
    tile('Verdicts', count(last), 'in the last minute', '#/attestations'),
    tile('To a decision', taken.length === 0 ? '–' : span(quantile(taken, 0.5)),
      taken.length === 0 ? 'nothing decided yet' : 'median; nine of ten in ' + span(quantile(taken, 0.9)), '#/work-items'),
    measured?.lag != null && tile('Lag', count(measured.lag), 'records that director and store have yet to take', '#/health'),
    measured && tile('Verifier runs', count(measured.runs),
      measured.meanMillis === null ? 'none since the start' : span(measured.meanMillis) + ' each, canaries too', '#/verifiers'),
  ]);
}

function counted({ items, more }) {
  return (more ? 'more than ' : '') + count(items.length);
}

function tile(name, value, detail, href, kind = '') {
  return h('a', { class: 'tile ' + kind, href }, h('span', { class: 'name' }, name), h('span', { class: 'value' }, value), h('span', { class: 'detail' }, detail));
}

/** Milliseconds from the first execution to the last change of those that are decided at once. */
function durations(items) {
  return items.filter((item) => item.attempt === 1 && ['promoted', 'retrying', 'escalated'].includes(item.status))
    .map((item) => Date.parse(item.lastTime) - Date.parse(item.firstTime)).filter((millis) => millis >= 0).sort((a, b) => a - b);
}

function quantile(sorted, q) {
  return sorted[Math.min(sorted.length - 1, Math.floor(q * sorted.length))];
}

const HEIGHT = 96;
const BAR = 16;

function rate({ verdicts }) {
  const newest = Math.floor(Date.now() / MINUTE);
  const minutes = Array.from({ length: MINUTES }, () => ({ good: 0, bad: 0, warn: 0, ask: 0 }));
  for (const line of verdicts.items.filter((each) => each.kind === 'verification')) {
    const at = MINUTES - 1 - (newest - Math.floor(Date.parse(line.time) / MINUTE));
    if (at >= 0 && at < MINUTES) {
      minutes[at][tone(line.result)]++;
    }
  }
  const most = Math.max(1, ...minutes.map((each) => each.good + each.bad + each.warn + each.ask));
  const sum = minutes.reduce((all, each) => all + each.good + each.bad + each.warn + each.ask, 0);
  const unseen = verdicts.more ? Math.max(0, MINUTES - 1 - (newest - Math.floor(Date.parse(verdicts.items.at(-1).time) / MINUTE))) : 0;
  return section('Verdicts a minute', h('p', { class: 'muted' }, verdicts.more && 'more than ', count(sum), ' in ', MINUTES, ' minutes', sum > 0 && [', at most ', count(most), ' in one'],
    verdicts.more && ['; the newest 1,000 attestations reach back ', count(MINUTES - unseen), ' min, further back is grey'], '. ',
    ['PASS', 'FAIL', 'FLAKY', 'INCONCLUSIVE'].map((word) => [chip(word), ' '])),
  s('svg', { class: 'bars', viewBox: `0 0 ${MINUTES * BAR} ${HEIGHT}`, preserveAspectRatio: 'none', role: 'img', 'aria-label': sum + ' verdicts in ' + MINUTES + ' minutes' },
    s('line', { class: 'ground', x1: 0, x2: MINUTES * BAR, y1: HEIGHT - 0.5, y2: HEIGHT - 0.5 }),
    unseen > 0 && s('rect', { class: 'unseen', x: 0, y: 0, width: unseen * BAR, height: HEIGHT }),
    minutes.map((each, at) => {
      let from = HEIGHT - 1;
      return ['good', 'bad', 'warn', 'ask'].filter((kind) => each[kind] > 0).map((kind) => {
        const height = each[kind] / most * (HEIGHT - 4);
        from -= height;
        return s('rect', { class: kind, x: at * BAR + 2, y: from, width: BAR - 4, height });
      });
    })));
}

function newest({ items }) {
  return section('Newest work items', items.length === 0
    ? empty('Nothing has been sent yet', './assay submit --work-item my-task --artifact test-report=FILE, or start with ./assay up --demo')
    : h('div', { class: 'flush' }, itemTable(items.slice(0, NEWEST), 'Newest work items')));
}
