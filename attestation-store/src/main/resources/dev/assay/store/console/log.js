// The transparency log: its checkpoint, checked here, and its keys.

import { h, plain, put } from './dom.js';
import * as api from './api.js';
import { ago, count } from './format.js';
import { facts, fill, section } from './parts.js';
import { able, checkCheckpoint, checkpoint, remembered } from './verify.js';

export function log(body, { signal }) {
  fill(body, signal, async () => {
    const [note, { keys }] = await Promise.all([api.text('/checkpoint', signal), api.get('/v1/keys', signal)]);
    const read = checkpoint(note);
    const { lines, fresh } = remembered(keys);
    const sum = h('p', { class: 'sum', role: 'status' }, 'Checking…');
    checked(sum, read, keys);
    return [
      section('Checkpoint', sum, facts([
        ['Origin', read.origin], ['Entries', count(read.size)], ['Root', h('code', { class: 'long' }, read.root)],
        ['Signatures', h('ul', { class: 'plain' }, read.signatures.map((each) => h('li', {}, plain(each.name), ' ', h('code', {}, each.keyId))))],
      ]), h('details', {}, h('summary', {}, 'As it is served'), h('pre', { tabindex: '0' }, note))),
      section('Keys', fresh.length > 0 && h('p', { class: 'notice bad' }, 'This browser has not seen all of these keys before. Ask the operator why they changed.'),
        lines.map(({ key, since }) => h('div', { class: 'key' }, facts([
          ['Use', key.use], ['Key', h('code', { class: 'long' }, key.keyid)], key.vkey && ['vkey', h('code', { class: 'long' }, key.vkey)],
          ['In use since', ago(key.notBefore)], key.notAfter && ['Until', ago(key.notAfter)],
          ['In this browser', since === null ? 'seen for the first time' : ago(since)],
        ])))),
      section('For auditors', h('p', {}, 'Everything in the log can be read and checked without Assay: ',
        h('a', { href: '/checkpoint', download: 'checkpoint' }, 'checkpoint'), ' · ', h('a', { href: '/v1/keys', download: 'keys.json' }, 'keys'),
        ' · docs/verify-without-us.md'),
      h('p', { class: 'muted' }, read.signatures.length > 1
        ? 'Whether log witnesses of yours are among who signed, so that others see the same log, is found with a policy that you got another way (docs/witness.md).'
        : 'Nobody but the log’s key vouches that you and others see the same log: keep checkpoints and exchange them.')),
    ];
  });
}

async function checked(sum, read, keys) {
  if (!await able()) {
    sum.className = 'sum unsure';
    put(sum, 'Not checked: this browser cannot check Ed25519 signatures here.');
    return;
  }
  try {
    await checkCheckpoint(read, keys);
    sum.className = 'sum right';
    put(sum, 'The log’s key signed this checkpoint.');
  } catch (error) {
    sum.className = 'sum wrong';
    put(sum, 'NOT verified: ', error.message);
  }
}
