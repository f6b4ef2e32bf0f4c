// Attestations: filtered, a page at a time, newest first.

import { chip, h, named, plain, put } from './dom.js';
import { get, query } from './api.js';
import { ago, short } from './format.js';
import { choice, empty, field, fill, rowLink, table, values } from './parts.js';

const RESULTS = ['PASS', 'FAIL', 'FLAKY', 'INCONCLUSIVE', 'PASSED', 'FAILED'];
const BASES = ['CLAIMED', 'WITNESSED', 'OBSERVED', 'REEXECUTED'];
const WHYS = ['MISSING_DATA', 'MISSING_TOOL', 'PERMISSION', 'COST', 'SEMANTICS', 'ADVERSARY'];
const FILTERS = ['workItem', 'verifier', 'result', 'basis', 'agent', 'fleet', 'artifact', 'commit', 'signature', 'hyperthesis', 'file', 'since', 'until'];
/** Filters that are asked for less often: name, label, what is meant. */
const MORE = [
  ['agent', 'Agent'], ['fleet', 'Fleet'], ['artifact', 'Artifact', 'SHA-256'], ['commit', 'Commit'],
  ['since', 'From', '2026-01-31T00:00:00Z'], ['until', 'Before', '2026-02-01T00:00:00Z'],
];
const PAGE = 100;

/** What a line attests, in the words of the other pages. */
function kind({ kind: what, verifier, result }) {
  return what === 'verification' ? plain(verifier) : what === 'approval' ? 'answer' : what !== 'vsa' ? what
    : result === 'PASSED' ? 'promotion' : 'demotion';
}

export function attestationTable(items, label) {
  return table(label, ['Attestation', 'Entry', 'Result', 'Kind', 'Known', 'Work item', 'Attempt', 'Time'],
    items.map((line) => [
      rowLink('#/attestations/' + line.id, short(line.id)), line.logIndex, chip(line.result),
      kind(line), line.basis ? chip(line.basis) : '–',
      h('a', { href: '#/work-items/' + line.workItem }, named(line.workItem)), line.attempt, ago(line.time),
    ]));
}

export function attestations(body, { signal, parameters }) {
  const wanted = Object.fromEntries(FILTERS.map((name) => [name, parameters[name]]));
  const go = (changed) => { location.hash = '#/attestations' + query({ ...wanted, ...changed }); };
  const form = h('form', {
    class: 'filters',
    role: 'search',
    onsubmit: (event) => { event.preventDefault(); go(values(form)); },
    onchange: (event) => event.target.tagName === 'SELECT' && go(values(form)),
  },
  field('workItem', 'Work item', wanted.workItem),
  field('verifier', 'Verifier', wanted.verifier),
  choice('result', 'Result', [['', 'any'], ...RESULTS], wanted.result),
  choice('basis', 'Known', [['', 'any'], ...BASES], wanted.basis),
  field('signature', 'Failure', wanted.signature),
  field('file', 'Failed in file', wanted.file),
  choice('hyperthesis', 'Not seen for', [['', 'any'], ...WHYS], wanted.hyperthesis),
  h('button', { type: 'submit' }, 'Filter'),
  h('details', { open: MORE.some(([name]) => wanted[name]) }, h('summary', {}, 'More filters'),
    h('div', { class: 'filters' }, MORE.map(([name, label, placeholder]) => field(name, label, wanted[name], placeholder)))));
  const list = h('div', { class: 'card flush' });
  put(body, form, list);
  fill(list, signal, async () => {
    const page = await get('/v1/attestations' + query({ ...wanted, order: 'newest', limit: PAGE, cursor: parameters.cursor }), signal);
    if (page.items.length === 0) {
      return empty(Object.values(wanted).some(Boolean) ? 'No attestation fits' : 'No attestation yet',
        'Each verification, promotion, demotion and answer makes one.');
    }
    return [attestationTable(page.items, 'Attestations'), h('div', { class: 'pager' },
      h('span', { class: 'muted' }, page.items.length, ' shown, newest first'),
      parameters.cursor && h('a', { class: 'button', href: '#/attestations' + query(wanted) }, 'Newest'),
      page.next && h('a', { class: 'button', 'data-row': true, href: '#/attestations' + query({ ...wanted, cursor: page.next }) }, 'Older'))];
  });
}
