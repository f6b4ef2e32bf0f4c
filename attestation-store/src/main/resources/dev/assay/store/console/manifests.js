// The newest manifest of each partition, and whether it follows the one before it.

import { chip, h } from './dom.js';
import * as api from './api.js';
import { ago, count, short } from './format.js';
import { empty, fill, rowLink, table } from './parts.js';

export function manifests(body, { signal }) {
  fill(body, signal, async () => {
    const found = api.everywhere() ? (await api.get('/v1/manifests', signal)).items.map(judged) : [];
    if (found.length === 0) {
      return h('div', { class: 'card' }, empty('No manifest is logged here for you',
        'The director writes them (director.manifestSeconds); who may see them acts for all fleets.'));
    }
    const wrong = found.filter((each) => !each.follows);
    return [
      h('p', { class: 'sum ' + (wrong.length === 0 ? 'right' : 'wrong'), role: 'status' }, wrong.length === 0
        ? ['The newest manifest of each of ', count(found.length), ' partitions follows the one before it.']
        : [count(wrong.length), ' of ', count(found.length), ' newest manifests do not follow the one before.']),
      h('div', { class: 'card flush' }, table('Manifests', ['Partition', 'Offsets', 'Records', 'Chain', 'Manifest', 'Made'], found.map(row))),
      h('p', { class: 'muted' }, 'Whether whole chains hold, and every record is what was signed, is found by ',
        h('code', {}, 'assay audit'), ' (docs/audit.md).'),
    ];
  });
}

function row({ topic, partition, newest, follows, chain }) {
  const name = topic + '/' + partition;
  return [
    rowLink('#/attestations' + api.query({ workItem: 'assay.manifest/' + name }), name),
    newest.firstOffset + ' to ' + (newest.endOffset - 1), newest.records,
    [chip(follows ? 'ok' : 'failing'), ' ', chain],
    h('a', { href: '#/attestations/' + newest.id }, short(newest.id)), ago(newest.time),
  ];
}

/** `item` with whether its newest manifest follows the one before, and how, in words. */
function judged(item) {
  const { newest, before } = item;
  if (before === null) {
    return newest.previous === null ? { ...item, follows: true, chain: 'the first one' + removed(newest) }
      : { ...item, follows: false, chain: 'the one before, ' + newest.previous.slice(0, 12) + ', is not logged' };
  }
  if (newest.previous !== before.id) {
    return { ...item, follows: false, chain: 'names another one before it than ' + before.id.slice(0, 12) };
  }
  return newest.firstOffset === before.endOffset ? { ...item, follows: true, chain: 'follows ' + before.id.slice(0, 12) + removed(newest) }
    : { ...item, follows: false, chain: 'begins at ' + newest.firstOffset + ', the one before ends at ' + before.endOffset };
}

/** Offsets whose records were gone before the director read them. */
function removed(newest) {
  return newest.readFrom === null ? '' : '; read from ' + newest.readFrom + ' on, what was before was removed';
}
