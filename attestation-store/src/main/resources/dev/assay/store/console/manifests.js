// The newest manifest of each partition, and whether it follows the one before it.

import { chip, h } from './dom.js';
import * as api from './api.js';
import { ago, count, short } from './format.js';
import { empty, fill, rowLink, table } from './parts.js';

const TOPICS = ['executions', 'decisions', 'attestations', 'dead-letters'];
/** Partitions that are looked at together; those behind a step without any manifest are not. */
const STEP = 8;
const PARTITIONS_MAX = 64;

export function manifests(body, { signal }) {
  fill(body, signal, async () => {
    const found = (await Promise.all(TOPICS.map((topic) => partitions(topic, signal)))).flat();
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
      h('p', { class: 'muted' }, 'Partitions are looked for ', STEP, ' at a time until a step has none. Whether whole chains hold, and every record is what was signed, is found by ',
        h('code', {}, 'assay audit'), ' (docs/audit.md).'),
    ];
  });
}

function row({ name, newest, made, follows, chain }) {
  return [
    rowLink('#/attestations' + api.query({ workItem: name }), name.slice(name.indexOf('/') + 1)),
    made.firstOffset + ' to ' + (made.endOffset - 1), made.records.length,
    [chip(follows ? 'ok' : 'failing'), ' ', chain],
    h('a', { href: '#/attestations/' + newest.id }, short(newest.id)), ago(made.time),
  ];
}

/** What is known of the partitions of `topic` that have manifests. */
async function partitions(topic, signal) {
  const found = [];
  for (let first = 0; first < PARTITIONS_MAX; first += STEP) {
    const step = (await Promise.all(Array.from({ length: STEP }, (_, at) => partition(topic, first + at, signal)))).filter((each) => each !== null);
    found.push(...step);
    if (step.length === 0) {
      break;
    }
  }
  return found;
}

async function partition(topic, number, signal) {
  const name = 'assay.manifest/' + topic + '/' + number;
  const { items } = await api.get('/v1/attestations' + api.query({ workItem: name, order: 'newest', limit: 2 }), signal);
  if (items.length === 0) {
    return null;
  }
  const [made, before] = await Promise.all(items.map((line) => predicate(line.id, signal)));
  return { name, newest: items[0], made, ...judged(made, before, items[1]) };
}

async function predicate(id, signal) {
  return (await (await api.as('application/vnd.in-toto+json', '/v1/attestations/' + id, signal)).json()).predicate;
}

/** Whether `made` follows `before`, and how, in words. */
function judged(made, before, line) {
  if (before === undefined) {
    return made.previous === undefined ? { follows: true, chain: 'the first one' + removed(made) }
      : { follows: false, chain: 'the one before, ' + made.previous.slice(0, 12) + ', is not logged' };
  }
  if (made.previous !== line.id) {
    return { follows: false, chain: 'names another one before it than ' + line.id.slice(0, 12) };
  }
  return made.firstOffset === before.endOffset ? { follows: true, chain: 'follows ' + line.id.slice(0, 12) + removed(made) }
    : { follows: false, chain: 'begins at ' + made.firstOffset + ', the one before ends at ' + before.endOffset };
}

/** Offsets whose records were gone before the director read them. */
function removed(made) {
  return made.readFrom === undefined ? '' : '; read from ' + made.readFrom + ' on, what was before was removed';
}
