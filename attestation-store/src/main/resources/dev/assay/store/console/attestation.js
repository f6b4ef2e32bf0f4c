// One attestation, checked by this browser.

import { chip, h, plain, put, untrusted } from './dom.js';
import * as api from './api.js';
import { ago, percent, short } from './format.js';
import { facts, fill, section } from './parts.js';
import { able, remembered, steps } from './verify.js';

export function attestation(body, { title, id, signal }) {
  title(['Attestation ', h('code', {}, id.slice(0, 12))]);
  fill(body, signal, async () => {
    const path = '/v1/attestations/' + api.segment(id);
    const [envelope, proof, { keys }, witnesses] = await Promise.all([
      api.as('application/vnd.dsse.envelope.v1+json', path, signal).then((answer) => answer.json()),
      api.text(path + '/proof', signal),
      api.get('/v1/keys', signal),
      api.everywhere() ? api.get('/v1/witnesses', signal).then(({ items }) => items) : null,
    ]);
    const statement = JSON.parse(new TextDecoder().decode(Uint8Array.from(atob(envelope.payload), (each) => each.charCodeAt(0))));
    const report = await reportOf(statement, signal);
    const list = h('ol', { class: 'steps' });
    const sum = h('p', { class: 'sum', role: 'status' }, 'Checking…');
    check(list, sum, steps(id, { envelope, proof, keys, report, witnesses }));
    return [
      section('Checked in this browser', sum, list, trust(keys)),
      said(statement),
      section('The statement', h('p', { class: 'muted' }, 'The bytes that were signed and logged; texts in it come from tools and agents.'),
        untrusted(JSON.stringify(statement, null, 2), 'pre')),
      section('Take it along', h('p', {}, h('a', { href: path, download: id + '.json' }, 'envelope'), ' · ',
        h('a', { href: path + '/proof', download: id + '.tlog-proof' }, 'proof'), ' · ',
        h('a', { href: '/v1/keys', download: 'keys.json' }, 'keys')),
      h('p', { class: 'muted' }, 'docs/verify-without-us.md checks the same with openssl and a page of Python.')),
    ];
  });
}

/** The report's bytes; undefined where the statement names none, null where they are not to be had. */
async function reportOf(statement, signal) {
  if (statement.predicate?.reportDigest === undefined) {
    return undefined;
  }
  try {
    const answer = await api.as('*/*', '/v1/reports/' + statement.predicate.reportDigest, signal);
    return new Uint8Array(await answer.arrayBuffer());
  } catch (error) {
    if (error instanceof api.Problem && error.status !== 401) {
      return null;
    }
    throw error;
  }
}

async function check(list, sum, { list: all }) {
  if (!await able()) {
    sum.className = 'sum unsure';
    put(sum, 'Not checked: this browser cannot check Ed25519 signatures here. It needs a recent browser, and HTTPS or this machine’s own address.');
    return;
  }
  let wrong = 0;
  for (const step of all) {
    const line = h('li', {});
    list.append(line);
    try {
      const compared = await step.run();
      const unsure = typeof compared === 'string';
      line.className = unsure ? 'unsure' : 'right';
      put(line, h('strong', {}, step.title), unsure
        ? h('p', { class: 'muted' }, 'Not checked: ', compared, '.')
        : h('dl', {}, compared.map(([name, value]) => h('div', {}, h('dt', {}, name), h('dd', {}, value)))));
    } catch (error) {
      wrong++;
      line.className = 'wrong';
      put(line, h('strong', {}, step.title, ': no'), h('p', {}, plain(error.message)));
    }
  }
  sum.className = 'sum ' + (wrong === 0 ? 'right' : 'wrong');
  put(sum, wrong === 0 ? 'Verified: the statement is what was signed, and it is in the log.'
    : 'NOT verified: ' + wrong + ' of ' + all.length + ' checks failed. Do not rely on it; keep the files below.');
}

/** Which keys the checks rest on, and since when this browser knows them. */
function trust(keys) {
  const { lines, fresh } = remembered(keys);
  return h('details', { open: fresh.length > 0 }, h('summary', {}, 'What this rests on'),
    fresh.length > 0 && h('p', { class: 'notice bad' }, 'This browser has not seen ', fresh.length, ' of these keys before. Ask the operator why they changed.'),
    h('p', {}, 'The keys come from this server. Compare them once with a copy that you got another way; from then on this browser notices another one.'),
    facts(lines.map(({ key, since }) => [key.use + ' key', [h('code', { class: 'long' }, key.keyid), ' ',
      h('span', { class: 'muted' }, since === null ? 'seen for the first time' : ['known for: since ', ago(since)])]])));
}

function said(statement) {
  const { predicate } = statement;
  const rates = predicate.verifierErrorRates;
  const workItem = predicate.workItem ?? /^assay:work-item\/(.+)/.exec(predicate.resourceUri)?.[1];
  return section('What it says', facts([
    ['Type', h('code', { class: 'long' }, statement.predicateType)],
    workItem && ['Work item', h('a', { href: '#/work-items/' + workItem }, plain(workItem))],
    predicate.verifierType && ['Verifier', predicate.verifierType + ' ' + predicate.verifierVersion],
    ['Result', chip(predicate.result ?? predicate.verificationResult ?? predicate.answer ?? 'unknown')],
    predicate.basis && ['How it is known', chip(predicate.basis)],
    predicate.submittedBy && ['Sent by', plain(predicate.submittedBy)],
    predicate.answeredBy && ['Answered by', plain(predicate.answeredBy + (predicate.answeredAs ? ' as ' + predicate.answeredAs : ''))],
    predicate.reason && ['Reason', untrusted(predicate.reason)],
    rates && ['Passes bad work at most', percent(rates.falsePassUpper) + ' of the time (' + rates.knownBad + ' known-bad seen)'],
    predicate.time && ['Time', ago(predicate.time)],
    predicate.timeVerified && ['Time', ago(predicate.timeVerified)],
    ['Subjects', h('ul', { class: 'plain' }, statement.subject.map((subject) => h('li', {}, plain(subject.name), ' ', short(subject.digest.sha256, 16))))],
    predicate.inputAttestations && ['Rests on', h('ul', { class: 'plain' }, predicate.inputAttestations.map((input) =>
      h('li', {}, h('a', { href: '#/attestations/' + input.digest.sha256 }, short(input.digest.sha256, 16)))))],
  ]));
}
