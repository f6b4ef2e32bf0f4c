// The fleets whose work was seen last, their agents, and who looks.

import { chip, h, plain } from './dom.js';
import * as api from './api.js';
import { ago, count, or } from './format.js';
import { empty, facts, fill, rowLink, section, table } from './parts.js';

/** Work items that are looked at: one page. */
const LOOKED_AT = 1000;
const AGENTS = 8;

export function fleets(body, { signal }) {
  fill(body, signal, async () => {
    const { items, more } = await api.all('/v1/work-items?limit=' + LOOKED_AT, signal, 1);
    const by = Map.groupBy(items, (item) => item.fleet ?? '');
    return [
      items.length === 0 ? h('div', { class: 'card' }, empty('No work yet', 'A fleet is seen here once an agent of it sends work.'))
        : [h('p', { class: 'muted' }, 'Out of the ', count(items.length), ' work items that were first seen last', more && ', of more', '.'),
          h('div', { class: 'card flush' }, table('Fleets', ['Fleet', 'Work items', 'Agents', 'Last change', 'Its attestations'],
            [...by].toSorted(([one], [other]) => one < other ? -1 : 1).map(([name, some]) => row(name, some))))],
      you(),
    ];
  });
}

function row(fleet, items) {
  const agents = [...Map.groupBy(items, (item) => item.agent ?? '')].toSorted(([, one], [, other]) => other.length - one.length);
  const statuses = Map.groupBy(items, (item) => item.status);
  const last = items.map((item) => item.lastTime).reduce((one, other) => one > other ? one : other);
  return [
    fleet === '' ? h('span', { class: 'muted' }, 'not said') : rowLink('#/work-items' + api.query({ fleet }), plain(fleet)),
    [...statuses].map(([status, some]) => [h('span', { class: 'pair' }, chip(status), ' ', count(some.length)), ' ']),
    [agents.slice(0, AGENTS).map(([agent, some]) => [h('span', { class: 'pair' },
      agent === '' ? or(null) : h('a', { href: '#/work-items' + api.query({ fleet, agent }) }, plain(agent)), ' ', count(some.length)), ' ']),
    agents.length > AGENTS && h('span', { class: 'muted' }, 'and ', count(agents.length - AGENTS), ' more')],
    ago(last),
    fleet !== '' && h('a', { href: '#/attestations' + api.query({ fleet }) }, 'list'),
  ];
}

/** No call lists the others: their tokens are in a file of the server. */
function you() {
  const { principal, roles, fleets } = api.current();
  return section('You', facts([
    ['Principal', plain(principal)], ['Roles', roles.join(', ')], ['Fleets', fleets === null ? 'all of them' : plain(fleets.join(', '))],
  ]), h('p', { class: 'muted' }, 'Principals and their tokens are listed on the server alone: ', h('code', {}, 'assay tokens list'), ' (docs/security.md).'));
}
