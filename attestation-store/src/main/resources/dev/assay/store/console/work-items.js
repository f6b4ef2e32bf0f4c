// Work items: filtered, searched, a page at a time.

import { chip, h, named, put } from './dom.js';
import { get, query } from './api.js';
import { ago, or } from './format.js';
import { choice, empty, field, fill, rowLink, table, values } from './parts.js';

const STATUSES = ['verifying', 'promoted', 'retrying', 'escalated', 'halted', 'split', 'waiting_for_human', 'demoted', 'pending'];
const PAGE = 100;

export function itemTable(items, label) {
  return table(label, ['Work item', 'Status', 'Mood', 'Attempt', 'Agent', 'First seen', 'Last change'],
    items.map((item) => [
      rowLink('#/work-items/' + item.workItem, named(item.workItem)),
      chip(item.status), chip(item.mood), item.attempt, [named(or(item.agent), 'whole'), ' ', named(item.fleet ?? '', 'whole muted')],
      ago(item.firstTime), ago(item.lastTime),
    ]));
}

export function workItems(body, { signal, parameters }) {
  const { status, agent, fleet, prefix, cursor } = parameters;
  const go = (wanted) => { location.hash = '#/work-items' + query(wanted); };
  const form = h('form', {
    class: 'filters',
    role: 'search',
    onsubmit: (event) => { event.preventDefault(); go(values(form)); },
    onchange: (event) => event.target.tagName === 'SELECT' && go(values(form)),
  },
  field('prefix', 'Begins with', prefix, 'shop/cart'),
  choice('status', 'Status', [['', 'any'], ...STATUSES.map((each) => [each, each.replaceAll('_', ' ')])], status),
  field('agent', 'Agent', agent),
  field('fleet', 'Fleet', fleet),
  h('button', { type: 'submit' }, 'Filter'));
  const list = h('div', { class: 'card flush' });
  put(body, form, list);
  fill(list, signal, async () => {
    const page = await get('/v1/work-items' + query({ prefix, status, agent, fleet, cursor, limit: PAGE }), signal);
    if (page.items.length === 0) {
      return status || agent || fleet || prefix ? empty('No work item fits', 'Take a filter away.')
        : empty('No work item yet', 'Send one: ./assay submit --work-item my-task --artifact test-report=FILE');
    }
    return [itemTable(page.items, 'Work items'), h('div', { class: 'pager' },
      h('span', { class: 'muted' }, page.items.length, ' shown, first seen last first'),
      cursor && h('a', { class: 'button', href: '#/work-items' + query({ prefix, status, agent, fleet }) }, 'Newest'),
      page.next && h('a', { class: 'button', 'data-row': true, href: '#/work-items' + query({ prefix, status, agent, fleet, cursor: page.next }) }, 'Older'))];
  });
}
