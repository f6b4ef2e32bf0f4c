// Who cosigned the log's checkpoint, checked here, and how asking the witnesses goes.

import { chip, h, plain } from './dom.js';
import { get, text } from './api.js';
import { ago, count } from './format.js';
import { empty, fill, table } from './parts.js';
import { able, checkpoint, cosigned } from './verify.js';

export function witnesses(body, { signal }) {
  fill(body, signal, async () => {
    const [known, note, checks] = await Promise.all([get('/v1/witnesses', signal), text('/checkpoint', signal), able()]);
    if (known.items.length === 0) {
      return h('div', { class: 'card' }, empty('Nobody cosigns this log',
        'Name witnesses in log.witnesses (docs/witness.md): only they tell whether everybody is shown the same log.'));
    }
    const read = checkpoint(note);
    const lines = await Promise.all(known.items.map(async (witness) => [
      h('span', { class: 'whole' }, plain(witness.name)),
      witness.lastResult === null ? h('span', { class: 'muted' }, 'not asked yet') : chip(witness.lastResult),
      witness.tries === 0 ? '–' : count(witness.tries),
      [count(witness.size), ' of ', count(known.logSize)],
      witness.lastCosigned === null ? '–' : ago(witness.lastCosigned),
      checks ? await inCheckpoint(read, witness.vkey) : h('span', { class: 'muted' }, 'not checked: this browser cannot'),
    ]));
    return [
      h('p', { class: 'sum ' + state(known), role: 'status' }, told(known)),
      h('div', { class: 'card flush' }, table('Witnesses',
        ['Witness', 'Last answer', 'Tries without', 'Entries it cosigned', 'When', 'In the checkpoint'], lines)),
      h('p', { class: 'muted' }, 'The keys of the witnesses come from this server: compare them with a policy that you got another way (docs/witness.md). ',
        h('a', { href: '#/log' }, 'The checkpoint of ', count(read.size), ' entries')),
    ];
  });
}

function state({ items, logSize, cosignedSize }) {
  const split = items.some((witness) => witness.lastResult === 'SPLIT' || witness.lastResult === 'AHEAD');
  return split || cosignedSize === 0 ? 'wrong' : cosignedSize === logSize ? 'right' : 'unsure';
}

function told({ items, logSize, cosignedSize }) {
  const split = items.filter((witness) => witness.lastResult === 'SPLIT' || witness.lastResult === 'AHEAD');
  if (split.length > 0) {
    return [plain(split.map((witness) => witness.name).join(', ')), ' cosigned another history of this log. Ask the operator why.'];
  }
  return cosignedSize === 0 ? 'No quorum of witnesses has cosigned a checkpoint of this log yet.'
    : cosignedSize === logSize ? ['A quorum of witnesses cosigned the newest checkpoint, of ', count(logSize), ' entries.']
      : ['A quorum of witnesses cosigned ', count(cosignedSize), ' of ', count(logSize), ' entries.'];
}

/** Whether the witness of `vkey` cosigned the checkpoint that readers are shown, and when. */
async function inCheckpoint(read, vkey) {
  try {
    const seconds = await cosigned(read, vkey);
    return seconds === null ? 'not cosigned'
      : [chip('verified'), ' ', ago(new Date(seconds * 1000).toISOString())];
  } catch (error) {
    return h('strong', { class: 'bad' }, 'NOT verified: ', error.message);
  }
}
