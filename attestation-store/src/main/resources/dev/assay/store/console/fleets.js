// The fleets whose work was seen last, their agents, who looks, and who else is let in.

import { chip, h, named, plain } from './dom.js';
import * as api from './api.js';
import { ago, count, or, utc } from './format.js';
import { empty, facts, fill, rowLink, section, table } from './parts.js';

/** Work items that are looked at: one page. */
const LOOKED_AT = 1000;
const AGENTS = 8;

export function fleets(body, { signal }) {
  fill(body, signal, async () => {
    const everything = api.current().fleets === null && api.may('audit', 'operate');
    const [{ items, more }, known] = await Promise.all([
      api.all('/v1/work-items?limit=' + LOOKED_AT, signal, 1), everything ? api.get('/v1/principals', signal) : null]);
    const by = Map.groupBy(items, (item) => item.fleet ?? '');
    return [
      items.length === 0 ? h('div', { class: 'card' }, empty('No work yet', 'A fleet is seen here once an agent of it sends work.'))
        : [h('p', { class: 'muted' }, 'Out of the ', count(items.length), ' work items that were first seen last', more && ', of more', '.'),
          h('div', { class: 'card flush' }, table('Fleets', ['Fleet', 'Work items', 'Agents', 'Last change', 'Its attestations'],
            [...by].toSorted(([one], [other]) => one < other ? -1 : 1).map(([name, some]) => row(name, some))))],
      you(),
      known === null ? null : [principals(known.items), issuers(known.issuers)],
    ];
  });
}

function row(fleet, items) {
  const agents = [...Map.groupBy(items, (item) => item.agent ?? '')].toSorted(([, one], [, other]) => other.length - one.length);
  const statuses = Map.groupBy(items, (item) => item.status);
  const last = items.map((item) => item.lastTime).reduce((one, other) => one > other ? one : other);
  return [
    fleet === '' ? h('span', { class: 'muted' }, 'not said') : rowLink('#/work-items' + api.query({ fleet }), named(fleet)),
    [...statuses].toSorted(([, one], [, other]) => other.length - one.length).map(([status, some]) => [h('span', { class: 'pair' }, chip(status), ' ', count(some.length)), ' ']),
    [agents.slice(0, AGENTS).map(([agent, some]) => [h('span', { class: 'pair' },
      agent === '' ? or(null) : h('a', { href: '#/work-items' + api.query({ fleet, agent }) }, named(agent)), ' ', count(some.length)), ' ']),
    agents.length > AGENTS && h('span', { class: 'muted' }, 'and ', count(agents.length - AGENTS), ' more')],
    ago(last),
    fleet !== '' && h('a', { href: '#/attestations' + api.query({ fleet }) }, 'list'),
  ];
}

function principals(items) {
  if (items.length === 0) {
    return section('Principals', empty('Nobody has to show who he is', 'This server asks for no tokens (http.auth).'));
  }
  return section('Principals', table('Principals', ['Principal', 'Roles', 'Fleets', 'Tokens'], items.map(({ id, roles, fleets, tokens }) => [
    plain(id), roles.join(', '), all(fleets),
    tokens.length === 0 ? h('span', { class: 'muted' }, 'the file http.tokenFile')
      : tokens.map((token) => h('div', {}, h('code', {}, token.id), ' made ', ago(token.created), ends(token.notAfter))),
  ])), h('p', { class: 'muted' }, 'Made and revoked on the server: ', h('code', {}, 'assay tokens'), ' (docs/security.md).'));
}

function ends(notAfter) {
  return notAfter === null ? null : [', ', Date.parse(notAfter) <= Date.now() ? [chip('expired'), ' '] : 'until ', utc(notAfter)];
}

function issuers(known) {
  return known.length === 0 ? null : section('Issuers', table('Issuers', ['Issuer', 'Audience', 'Whose tokens', 'Principal', 'Roles', 'Fleets'],
    known.flatMap(({ issuer, audience, rules }) => rules.map((rule) => [
      plain(issuer), plain(audience),
      Object.entries(rule.claims).toSorted().map(([name, value]) => h('div', {}, plain(name), ' = ', plain(value))),
      [plain(rule.id), rule.idClaim !== null && ['/', h('span', { class: 'muted' }, plain(rule.idClaim))]],
      rule.roles.join(', '), all(rule.fleets),
    ]))));
}

function all(fleets) {
  return fleets === null ? 'all of them' : plain(fleets.join(', '));
}

function you() {
  const { principal, roles, fleets } = api.current();
  return section('You', facts([
    ['Principal', plain(principal)], ['Roles', roles.join(', ')], ['Fleets', all(fleets)],
  ]));
}
