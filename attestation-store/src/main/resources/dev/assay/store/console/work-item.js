// One work item: where it stands and why, and what rests on what.

import { chip, h, plain, put, untrusted, words } from './dom.js';
import * as api from './api.js';
import { ago, bytes, or, short, span, utc } from './format.js';
import { empty, facts, failed, loading, section, table } from './parts.js';
import { lineage } from './lineage.js';

/** Events come in bursts; the page is made again once they have come. */
const SETTLE_MILLIS = 250;

export function workItem(body, { title, id, signal }) {
  title([plain(id)]);
  put(body, loading());
  let shown = '';
  const load = async () => {
    try {
      const path = '/v1/work-items/' + api.segment(id);
      const [item, why, rests, listed] = await Promise.all([
        api.get(path, signal),
        api.get(path + '/explanation', signal),
        api.get(path + '/lineage', signal),
        api.all('/v1/attestations' + api.query({ workItem: id, order: 'newest', limit: 200 }), signal, 1),
      ]);
      const now = JSON.stringify([item, why, rests.artifacts, listed]);
      if (now !== shown && !signal.aborted) {
        shown = now;
        put(body, head(item), standing(item), question(item), section('What rests on what', lineage(item, rests.artifacts, listed, signal)),
          explanation(why), decisions(item, why), control(item), refusals(item));
      }
    } catch (error) {
      if (!signal.aborted && shown === '') {
        put(body, failed(error, load));
      }
    }
  };
  load();
  follow(id, signal, load);
}

/** Loads again when the item's own events say that there is something new. */
function follow(id, signal, load) {
  const events = new EventSource('/v1/work-items/' + api.segment(id) + '/events');
  let settling = null;
  const soon = () => {
    clearTimeout(settling);
    settling = setTimeout(load, SETTLE_MILLIS);
  };
  ['attestation', 'decision', 'refusal'].forEach((type) => events.addEventListener(type, soon));
  signal.addEventListener('abort', () => { clearTimeout(settling); events.close(); });
}

function head(item) {
  return h('p', { class: 'chips' }, chip(item.status), chip(item.mood, 'mood: how strictly it is treated'),
    h('a', { href: '#/attestations' + api.query({ workItem: item.workItem }) }, item.attestations.length, item.attestations.length === 1 ? ' attestation' : ' attestations'));
}

function standing(item) {
  const cost = item.cost ?? {};
  return h('div', { class: 'card' }, facts([
    ['Attempt', item.attempt],
    ['Agent', item.agent ? h('a', { href: '#/work-items' + api.query({ agent: item.agent }) }, plain(item.agent)) : '–'],
    ['Fleet', item.fleet ? h('a', { href: '#/work-items' + api.query({ fleet: item.fleet }) }, plain(item.fleet)) : '–'],
    ['First seen', item.firstTime ? ago(item.firstTime) : '–'],
    ['Last change', item.lastTime ? ago(item.lastTime) : '–'],
    cost.verifications !== undefined && ['Verifications', cost.verifications],
    cost.verifierMillis !== undefined && ['Verifier time', span(cost.verifierMillis)],
    item.parent && ['Part of', h('a', { href: '#/work-items/' + item.parent }, plain(item.parent))],
    item.children.length > 0 && ['Split into', h('ul', { class: 'plain' }, item.children.map((child) =>
      h('li', {}, h('a', { href: '#/work-items/' + child.workItem }, plain(child.workItem)), ' ', chip(child.state))))],
  ]));
}

function question(item) {
  return item.approval && h('div', { class: 'card ask' },
    h('h2', {}, 'Waits for a person'), h('p', {}, plain(item.approval.question)),
    h('p', {}, h('a', { class: 'button main', href: '#/approvals' }, 'Answer'), ' ',
      h('span', { class: 'muted' }, 'otherwise ', item.approval.defaultAnswer, ' holds from ', utc(item.approval.deadline))));
}

function explanation(why) {
  if (why.decision === undefined) {
    return section('Why', empty('No decision yet', 'It comes when all reports of the attempt are there.'));
  }
  const { decision } = why;
  return section('Why', h('ul', { class: 'reasons' },
    h('li', {}, chip(decision.kind), ' on attempt ', decision.attempt, ', ', ago(decision.time)),
    decision.reasons.map((reason) => h('li', {}, h('strong', {}, reason.meaning), ' ', h('code', {}, reason.code)))),
  h('h3', {}, 'Claimed'),
  why.claimed.length === 0 ? h('p', { class: 'muted' }, 'Nothing was judged.')
    : h('ul', { class: 'plain' }, why.claimed.map((artifact) => h('li', {}, artifact.role, ' ', artifact.expired
      ? [h('code', {}, short(artifact.sha256, 16)), ' ', chip('expired', 'no longer kept; its digest stands'), ' ', utc(artifact.expired)]
      : h('a', { href: '/v1/artifacts/' + artifact.sha256, title: 'the bytes, as a download' }, short(artifact.sha256, 16))))),
  h('h3', {}, 'Verified'),
  why.checks.length === 0 ? h('p', { class: 'muted' }, 'By nothing.') : why.checks.map(check),
  missing(decision),
  h('h3', {}, 'Next'),
  why.help.length === 0 ? h('p', { class: 'muted' }, 'Nothing has to be done.') : h('ul', {}, why.help.map((text) => h('li', {}, text))));
}

function missing(decision) {
  return [
    decision.needed && h('p', { class: 'notice' }, 'The policy demands evidence that is ', h('strong', {}, words(decision.needed.evidence)),
      decision.evidence ? ['; what passed is ', words(decision.evidence)] : '; nothing passed', '.'),
    decision.uncleared && [h('h3', {}, 'Failed before, and not shown to pass'), h('ul', {}, decision.uncleared.failures.map((each) =>
      h('li', {}, each.verifier, ', ', each.role, ': ', each.tests.map((test) => [untrusted(test), ' ']),
        each.others > 0 && (each.tests.length === 0 ? [each.others, ' without a name'] : ['and ', each.others, ' more']))))],
  ];
}

function check(each) {
  return h('article', { class: 'check' },
    h('header', {}, chip(each.result), h('strong', {}, each.verifier, ' ', each.version),
      each.lens && h('span', { class: 'muted' }, 'lens ', each.lens),
      h('a', { href: '#/attestations/' + each.attestation }, 'attestation ', short(each.attestation))),
    facts([
      ['How it is known', each.basis ? chip(each.basis, BASIS[each.basis]) : 'not said'],
      each.submittedBy && ['Sent by', each.submittedBy],
      each.witnessedBy && ['Vouched for by', each.witnessedBy],
      each.isolation && ['Isolation', each.isolation],
    ]),
    each.untrustedSummary && untrusted(each.untrustedSummary, 'p'),
    each.failures.length > 0 && [h('h4', {}, 'Failed'), h('ul', { class: 'plain' }, each.failures.map((failure) =>
      h('li', {}, h('span', { class: 'muted' }, words(failure.kind)), ' ', untrusted(failure.untrustedText), ' ',
        h('a', { href: '#/attestations' + api.query({ signature: failure.id }), title: 'everything that failed like this' }, 'alike'))))],
    each.places.filter((place) => place.untrustedExcerpt).map((place) => h('figure', {},
      untrusted(place.untrustedExcerpt, 'pre'),
      h('figcaption', { class: 'muted' }, bytes(place.length), ' at ', place.offset, ' of ', short(place.artifact)))),
    each.blind.length > 0 && h('details', {}, h('summary', {}, 'Blind to ', each.blind.length, ' thing', each.blind.length > 1 && 's'),
      h('ul', {}, each.blind.map((spot) => h('li', {}, h('span', { class: 'muted' }, words(spot.why), ', risk ', words(spot.risk), ': '),
        untrusted(spot.untrustedBlindSpot), spot.untrustedBound && [' ', untrusted(spot.untrustedBound)])))),
    each.untrustedNextActions.length > 0 && [h('h4', {}, 'The verifier suggests'),
      h('ul', {}, each.untrustedNextActions.map((text) => h('li', {}, untrusted(text))))]);
}

const BASIS = {
  CLAIMED: 'read from bytes that the agent handed in',
  WITNESSED: 'somebody else vouches for the bytes',
  OBSERVED: 'Assay looked at the thing itself',
  REEXECUTED: 'Assay ran it itself',
};

function decisions(item) {
  return section('Decisions', item.decisions.length === 0 ? empty('None yet')
    : h('div', { class: 'flush' }, table('Decisions', ['Decision', 'Attempt', 'Reasons', 'Evidence', 'Mood', 'Rests on', 'Time'],
      item.decisions.toReversed().map((each) => [
        chip(each.kind), each.attempt, each.reasons.map((reason) => h('div', {}, h('code', {}, reason))),
        each.evidence ? chip(each.evidence) : '–',
        each.moodBefore === each.moodAfter ? words(each.moodAfter) : words(each.moodBefore) + ' → ' + words(each.moodAfter),
        each.attestations.slice(0, 6).map((id) => h('div', {}, h('a', { href: '#/attestations/' + id }, short(id)))), ago(each.time),
      ]))));
}

function control(item) {
  const lists = Object.entries(item.controlState).filter(([, entries]) => Array.isArray(entries) && entries.length > 0);
  return lists.length > 0 && section('Control state', lists.map(([name, entries]) =>
    h('details', {}, h('summary', {}, name.toUpperCase(), ' · ', entries.length),
      untrusted(JSON.stringify(entries, null, 2), 'pre'))));
}

function refusals(item) {
  return item.refusals.length > 0 && section('Refused',
    h('p', { class: 'muted' }, item.refused, ' altogether'),
    h('div', { class: 'flush' }, table('Refusals', ['Code', 'What', 'Event', 'Time'], item.refusals.map((each) => [
      h('code', {}, each.code), untrusted(each.summary), plain(or(each.eventId)), ago(each.time)]))));
}
