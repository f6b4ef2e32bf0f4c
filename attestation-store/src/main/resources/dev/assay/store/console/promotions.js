// Promotions with what each one rests on.

import { chip, h, named, plain, put } from './dom.js';
import { get, query } from './api.js';
import { ago, or, percent, short } from './format.js';
import { choice, empty, field, fill, rowLink, table, values } from './parts.js';

const BASES = ['CLAIMED', 'WITNESSED', 'OBSERVED', 'REEXECUTED'];
const SCOPES = [['', 'any'], ['partial', 'partial'], ['whole', 'whole']];
const BOUNDS = [['', 'any'], ['0.01', '1 %'], ['0.02', '2 %'], ['0.05', '5 %'], ['0.1', '10 %'], ['0.2', '20 %']];
const PAGE = 100;
const CITED = 8;

export function promotions(body, { signal, parameters }) {
  const { basis, verifier, scope, boundAbove, cursor } = parameters;
  const wanted = { basis, verifier, scope, boundAbove };
  const form = h('form', {
    class: 'filters',
    role: 'search',
    onsubmit: (event) => { event.preventDefault(); location.hash = '#/promotions' + query(values(form)); },
    onchange: (event) => { event.target.tagName === 'SELECT' && (location.hash = '#/promotions' + query(values(form))); },
  },
  choice('basis', 'Weakest evidence', [['', 'any'], ...BASES], basis),
  field('verifier', 'Verifier', verifier),
  choice('scope', 'Seen', SCOPES, scope),
  choice('boundAbove', 'May pass bad work above', BOUNDS.some(([key]) => key === (boundAbove ?? '')) ? BOUNDS : [...BOUNDS, boundAbove], boundAbove),
  h('button', { type: 'submit' }, 'Filter'));
  const list = h('div', { class: 'card flush' });
  put(body, form, list);
  fill(list, signal, async () => {
    const page = await get('/v1/promotions' + query({ ...wanted, cursor, limit: PAGE }), signal);
    const pager = h('div', { class: 'pager' },
      h('span', { class: 'muted' }, page.items.length, ' shown, newest first'),
      cursor && h('a', { class: 'button', href: '#/promotions' + query(wanted) }, 'Newest'),
      page.next && h('a', { class: 'button', 'data-row': true, href: '#/promotions' + query({ ...wanted, cursor: page.next }) }, 'Older'));
    if (page.items.length === 0) {
      return page.next ? [empty('None on this page', 'Older ones may fit.'), pager]
        : empty(Object.values(wanted).some(Boolean) ? 'No promotion fits' : 'No promotion yet', 'Work is promoted once everything that was asked for passed.');
    }
    return [table('Promotions', ['Work item', 'Weakest evidence', 'Seen', 'Passes bad work', 'Rests on', 'Attempt', 'Promotion', 'Time'],
      page.items.map((item) => [
        rowLink('#/work-items/' + item.workItem, named(item.workItem)),
        item.basis ? chip(item.basis) : h('span', { class: 'muted' }, 'not said'),
        item.scope ? chip(item.scope) : h('span', { class: 'muted' }, 'not said'),
        bound(item.falsePassUpper),
        cited(item.attestations), item.attempt,
        h('a', { href: '#/attestations/' + item.id }, short(item.id)), ago(item.time),
      ])), pager];
  });
}

/** How often the weakest of its verifiers passes bad work at most; 1 when one is not measured. */
function bound(upper) {
  return upper === null ? '–' : upper === 1 ? h('span', { class: 'muted' }, 'not measured') : 'at most ' + percent(upper);
}

/** Each verdict that it cites: who judged, and how that is known. */
function cited(attestations) {
  const more = attestations.length - CITED;
  return [attestations.slice(0, CITED).map((each) => [h('span', { class: 'pair' },
    h('a', { href: '#/attestations/' + each.id }, plain(or(each.verifier ?? each.id.slice(0, 12)))),
    each.basis && [' ', chip(each.basis)]), ' ']),
  more > 0 && h('span', { class: 'muted' }, 'and ', more, ' more')];
}
