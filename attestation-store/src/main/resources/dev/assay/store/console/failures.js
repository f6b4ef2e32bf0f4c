// Failures by signature: how often each was found, and when.

import { h, plain, put, s, untrusted, words } from './dom.js';
import { get, query } from './api.js';
import { ago, count, or, utc } from './format.js';
import { choice, empty, fill, rowLink, table, values } from './parts.js';

const DAY = 86400000;
const DAYS = [['1', '24 hours'], ['3', '3 days'], ['7', '7 days'], ['30', '30 days'], ['366', 'a year']];
const DAYS_DEFAULT = '7';
const LISTED = 100;
const WIDTH = 150;
const HEIGHT = 28;

export function failures(body, { signal, parameters }) {
  const days = DAYS.some(([key]) => key === parameters.days) ? parameters.days : DAYS_DEFAULT;
  const form = h('form', {
    class: 'filters',
    onsubmit: (event) => event.preventDefault(),
    onchange: () => { location.hash = '#/failures' + query(values(form)); },
  },
  choice('days', 'In the last', DAYS, days));
  const list = h('div', { class: 'card flush' });
  put(body, form, list);
  fill(list, signal, async () => {
    const until = Date.now();
    const window = { since: new Date(until - days * DAY).toISOString(), until: new Date(until).toISOString() };
    const found = await get('/v1/failures' + query({ ...window, limit: LISTED }), signal);
    if (found.items.length === 0) {
      return empty('Nothing failed', 'A failure is counted here once a verifier has found it.');
    }
    const most = Math.max(...found.items.flatMap((item) => item.counts));
    return [table('Failures', ['Failure', 'Found', 'Over time', 'Work items', 'Agents', 'Verifiers', 'First', 'Last'],
      found.items.map((item) => [
        [rowLink('#/attestations' + query({ signature: item.signature }), item.untrustedText === null ? 'Not told any more' : untrusted(item.untrustedText)),
          h('div', { class: 'muted' }, plain(words(item.kind ?? 'failure')), ' ', h('code', { title: item.signature }, plain(item.signature.slice(0, 12))))],
        count(item.count), plot(item, found, most), count(item.workItems), count(item.agents),
        plain(or(item.verifiers.join(', '))), ago(item.firstTime), ago(item.lastTime),
      ])), h('div', { class: 'pager' }, h('span', { class: 'muted' }, told(found)))];
  });
}

function told(found) {
  const shown = count(found.items.length) + (found.items.length === LISTED ? ' failures that were found most often' : ' shown, found most often first');
  return found.whole ? shown : [shown, '; counted back to ', utc(found.oldest)];
}

/** How often it was found in each hour or day, all plots to one scale. */
function plot(item, found, most) {
  const hourly = found.bucketSeconds === 3600;
  const step = WIDTH / item.counts.length;
  const peak = Math.max(...item.counts);
  const at = item.counts.indexOf(peak);
  const when = utc(new Date(Date.parse(found.firstBucket) + at * found.bucketSeconds * 1000).toISOString());
  const says = 'at most ' + peak + (hourly ? ' an hour, from ' + when.slice(0, 16) : ' a day, on ' + when.slice(0, 10));
  return h('div', { class: 'bound' },
    s('svg', { class: 'counts', width: WIDTH, height: HEIGHT, viewBox: `0 0 ${WIDTH} ${HEIGHT}`, role: 'img', 'aria-label': says },
      s('rect', { class: 'rail', x: 0, y: HEIGHT - 1, width: WIDTH, height: 1 }),
      item.counts.map((number, bucket) => {
        const height = number === 0 ? 0 : Math.max(2, number / most * (HEIGHT - 2));
        return height > 0 && s('rect', { class: 'range bad', x: bucket * step + step * .1, y: HEIGHT - 1 - height, width: Math.max(.6, step * .8), height });
      })),
    h('span', { class: 'muted' }, 'peak ', count(peak), hourly ? ' an hour' : ' a day'));
}
