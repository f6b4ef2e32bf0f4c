// How good the verifiers are, as their attestations publish it.

import { chip, h, s } from './dom.js';
import * as api from './api.js';
import { ago, count, percent } from './format.js';
import { empty, fill, table } from './parts.js';

/** Attestations that are looked at: one page. */
const LOOKED_AT = 1000;
const PLOT = 150;

export function verifiers(body, { signal }) {
  fill(body, signal, async () => {
    const { items, more } = await api.all('/v1/attestations?order=newest&limit=' + LOOKED_AT, signal, 1);
    const by = Map.groupBy(items.filter((line) => line.kind === 'verification'), (line) => line.verifier);
    if (by.size === 0) {
      return h('div', { class: 'card' }, empty('No verdict yet', 'Each verification says how often its verifier has been wrong about canaries.'));
    }
    const rows = await Promise.all([...by].toSorted().map(async ([name, lines]) => {
      const answer = await api.as('application/vnd.in-toto+json', '/v1/attestations/' + lines[0].id, signal);
      return row(name, lines, (await answer.json()).predicate);
    }));
    return [
      h('p', { class: 'muted' }, 'Out of the newest ', count(items.length), ' attestations', more && ' of more',
        '. Assay sends artifacts whose truth it knows (canaries) to its own verifiers; the bounds are those of the 95 % interval.'),
      h('div', { class: 'card flush' }, table('Verifiers', ['Verifier', 'Verdicts', 'Passes bad work', 'Refuses good work', 'Newest'], rows)),
    ];
  });
}

function row(name, lines, predicate) {
  const results = Map.groupBy(lines, (line) => line.result);
  const rates = predicate.verifierErrorRates;
  return [
    [h('a', { href: '#/attestations' + api.query({ verifier: name }) }, name), ' ', h('span', { class: 'muted' }, predicate.verifierVersion)],
    [...results].map(([result, some]) => [h('span', { class: 'pair' }, chip(result), ' ', some.length), ' ']),
    rates ? bound(rates.falsePasses, rates.knownBad, rates.falsePassLower, rates.falsePassUpper) : 'not measured',
    rates ? bound(rates.falseFails, rates.knownGood, rates.falseFailLower, rates.falseFailUpper) : 'not measured',
    h('a', { href: '#/attestations/' + lines[0].id }, ago(lines[0].time)),
  ];
}

/** An interval as a bar over 0 to 100 %, and in words. */
function bound(wrong, of, lower, upper) {
  return h('div', { class: 'bound' },
    s('svg', { width: PLOT, height: 10, viewBox: `0 0 ${PLOT} 10`, 'aria-hidden': 'true' },
      s('rect', { class: 'rail', x: 0, y: 3, width: PLOT, height: 4, rx: 2 }),
      s('rect', { class: wrong > 0 ? 'range bad' : 'range', x: lower * PLOT, y: 2, width: Math.max(2, (upper - lower) * PLOT), height: 6, rx: 3 })),
    h('span', {}, 'at most ', percent(upper)), ' ', h('span', { class: 'muted' }, wrong, ' of ', of));
}
