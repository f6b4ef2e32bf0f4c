// How good the verifiers are, as their attestations publish it.

import { chip, h, put, s } from './dom.js';
import * as api from './api.js';
import { ago, count, percent, utc } from './format.js';
import { choice, empty, fill, table, values } from './parts.js';

/** Attestations that are looked at: one page. */
const LOOKED_AT = 1000;
const DAY = 86400000;
const DAYS = [['', 'all the time'], ['1', '24 hours'], ['7', '7 days'], ['30', '30 days'], ['366', 'a year']];
const WIDTH = 180;
const HEIGHT = 44;

export function verifiers(body, { signal, parameters }) {
  const days = DAYS.some(([key]) => key === parameters.days) ? parameters.days : '';
  const form = h('form', {
    class: 'filters',
    onsubmit: (event) => event.preventDefault(),
    onchange: () => { location.hash = '#/verifiers' + api.query(values(form)); },
  },
  choice('days', 'Canaries over', DAYS, days));
  const rest = h('div', { class: 'body' });
  put(body, form, rest);
  fill(rest, signal, async () => {
    const { items, more } = await api.all('/v1/attestations?order=newest&limit=' + LOOKED_AT, signal, 1);
    const by = Map.groupBy(items.filter((line) => line.kind === 'verification'), (line) => line.verifier);
    if (by.size === 0) {
      return h('div', { class: 'card' }, empty('No verdict yet', 'Each verification says how often its verifier has been wrong about canaries.'));
    }
    const since = days === '' ? null : new Date(Date.now() - days * DAY).toISOString();
    const rows = await Promise.all([...by].toSorted().map(async ([name, lines]) =>
      row(name, lines, await api.get('/v1/error-rates' + api.query({ verifier: name, since }), signal))));
    return [
      h('p', { class: 'muted' }, 'Assay sends artifacts whose truth it knows (canaries) to its own verifiers. The bands are the 95 % intervals of how often each is wrong, '
        + 'from 0 to 100 %, as its attestations published them one after the other. Verdicts are out of the newest ', count(items.length), ' attestations', more && ' of more', '.'),
      h('div', { class: 'card flush' }, table('Verifiers', ['Verifier', 'Verdicts', 'Passes bad work', 'Refuses good work', 'Newest'], rows)),
    ];
  });
}

function row(name, lines, told) {
  const results = Map.groupBy(lines, (line) => line.result);
  return [
    [h('a', { href: '#/attestations' + api.query({ verifier: name }) }, name), ' ', h('span', { class: 'muted' }, told.points.at(-1)?.version)],
    [...results].toSorted(([, one], [, other]) => other.length - one.length).map(([result, some]) => [h('span', { class: 'pair' }, chip(result), ' ', some.length), ' ']),
    bound(told, 'falsePass', 'falsePasses', 'knownBad'),
    bound(told, 'falseFail', 'falseFails', 'knownGood'),
    h('a', { href: '#/attestations/' + lines[0].id }, ago(lines[0].time)),
  ];
}

/** How an interval went as a band, since it was measured first, and the last one in words. */
function bound({ until, points }, kind, errors, trials) {
  const measured = points.filter(({ rates }) => rates !== null && rates[trials] > 0);
  if (measured.length === 0) {
    return h('span', { class: 'muted' }, 'not measured');
  }
  const [first] = measured;
  const last = measured.at(-1).rates;
  const begin = Date.parse(first.time);
  const span = Math.max(1, Date.parse(until) - begin);
  const xs = [...measured.map(({ time }) => Math.min(WIDTH - 2, (Date.parse(time) - begin) / span * WIDTH)), WIDTH];
  const level = (rate) => HEIGHT - 1 - rate * (HEIGHT - 2);
  const steps = (end, order) => order.flatMap((at) => {
    const across = [xs[at], xs[at + 1]];
    return (end === 'Lower' ? across.reverse() : across).map((x) => x.toFixed(1) + ' ' + level(measured[at].rates[kind + end]).toFixed(1));
  });
  const forth = measured.map((_, at) => at);
  const upper = steps('Upper', forth);
  const says = 'upper bound ' + percent(first.rates[kind + 'Upper']) + ' at ' + utc(first.time) + ', now ' + percent(last[kind + 'Upper']);
  return h('div', { class: 'bound' },
    s('svg', { class: last[errors] > 0 ? 'interval bad' : 'interval', width: WIDTH, height: HEIGHT, viewBox: `0 0 ${WIDTH} ${HEIGHT}`, role: 'img', 'aria-label': says },
      s('title', {}, says),
      [0, HEIGHT - 1].map((y) => s('rect', { class: 'rail', x: 0, y, width: WIDTH, height: 1 })),
      s('path', { class: 'band', d: 'M' + [...upper, ...steps('Lower', forth.toReversed())].join('L') + 'Z' }),
      s('path', { class: 'upper', d: 'M' + upper.join('L') })),
    h('span', {}, 'at most ', percent(last[kind + 'Upper'])), ' ', h('span', { class: 'muted' }, last[errors], ' of ', last[trials]));
}
