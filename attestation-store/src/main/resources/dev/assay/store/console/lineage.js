// The lineage of a work item as a picture: what was sent, what was judged, reported, attested,
// decided and promoted, and which rests on which.

import { h, s, tone, words } from './dom.js';
import * as api from './api.js';
import { fill } from './parts.js';

/** Attestations in one picture, the newest; and statements fetched at once. */
const SHOWN_MAX = 40;
const AT_ONCE = 6;

const COLUMNS = ['Event', 'Artifact', 'Report', 'Attestation', 'Decision', 'Promotion'];
const WIDTH = 128;
const GAP = 36;
const HEIGHT = 40;
const STEP = 52;
const TOP = 30;

export function lineage(item, artifacts, listed, signal) {
  const lines = listed.items.slice(0, SHOWN_MAX).reverse();
  const more = listed.more || listed.items.length > SHOWN_MAX;
  return fill(h('div'), signal, async () => {
    if (lines.length === 0) {
      return h('p', { class: 'muted' }, 'Nothing is attested yet.');
    }
    const graph = drawn(item, new Map(artifacts.map((each) => [each.sha256, each.expired])), lines, await statements(lines, signal));
    return [
      more && h('p', { class: 'muted' }, 'The newest ', lines.length, ' attestations. ',
        h('a', { href: '#/attestations' + api.query({ workItem: item.workItem }) }, 'All of them')),
      h('div', { class: 'picture', tabindex: '0', role: 'region', 'aria-label': 'Lineage' }, graph.picture),
      h('details', {}, h('summary', {}, 'As a list'), graph.list),
    ];
  });
}

async function statements(lines, signal) {
  const found = new Map();
  const waiting = [...lines];
  const worker = async () => {
    for (let line = waiting.shift(); line !== undefined; line = waiting.shift()) {
      const answer = await api.as('application/vnd.in-toto+json', '/v1/attestations/' + line.id, signal);
      found.set(line.id, await answer.json());
    }
  };
  await Promise.all(Array.from({ length: AT_ONCE }, worker));
  return found;
}

function drawn(item, expired, lines, stated) {
  const nodes = new Map();
  const edges = [];
  const node = (column, id, label, detail, href, word) => {
    const key = column + ' ' + id;
    if (!nodes.has(key)) {
      nodes.set(key, { key, column, label, detail, href, word, from: [], at: 0 });
    }
    return nodes.get(key);
  };
  const edge = (from, to) => {
    if (!to.from.includes(from)) {
      to.from.push(from);
      edges.push([from, to]);
    }
  };
  const eventIds = new Map(item.decisions.map((each) => [each.eventKey, each.eventId]));
  const attested = new Map();
  for (const line of lines.filter((each) => each.kind === 'verification')) {
    const { predicate } = stated.get(line.id);
    const event = node(0, predicate.execution ?? 'attempt ' + line.attempt, 'attempt ' + line.attempt,
      eventIds.get(predicate.execution) ?? 'execution', null, 'calm');
    const report = node(2, predicate.reportDigest, line.verifier, 'report ' + predicate.reportDigest.slice(0, 8),
      '/v1/reports/' + predicate.reportDigest, 'calm');
    for (const artifact of predicate.artifacts) {
      const since = expired.get(artifact.sha256);
      const judged = node(1, artifact.sha256, artifact.role,
        since ? 'expired ' + since.slice(2, 10) : artifact.sha256.slice(0, 8),
        since ? null : '/v1/artifacts/' + artifact.sha256, since ? 'expired' : 'calm');
      edge(event, judged);
      edge(judged, report);
    }
    if (predicate.artifacts.length === 0) {
      edge(event, report);
    }
    const attestation = node(3, line.id, words(line.result), line.basis ? words(line.basis) : line.id.slice(0, 8),
      '#/attestations/' + line.id, line.result);
    edge(report, attestation);
    attested.set(line.id, attestation);
  }
  const promotions = new Map(lines.filter((each) => each.kind !== 'verification').map((line) => [line.id, line]));
  const last = (line) => node(5, line.id, line.kind === 'approval' ? 'answer: ' + line.result : line.result === 'PASSED' ? 'promotion' : 'demotion',
    line.id.slice(0, 8), '#/attestations/' + line.id, line.kind === 'approval' ? 'ask' : line.result);
  for (const each of item.decisions) {
    const rests = each.attestations.filter((id) => attested.has(id));
    if (rests.length === 0 && !promotions.has(each.promotion)) {
      continue;
    }
    const decision = node(4, each.id, words(each.kind), 'attempt ' + each.attempt, null, each.kind);
    rests.forEach((id) => edge(attested.get(id), decision));
    if (promotions.has(each.promotion)) {
      edge(decision, last(promotions.get(each.promotion)));
      promotions.delete(each.promotion);
    }
  }
  for (const line of promotions.values()) {
    const inputs = stated.get(line.id).predicate.inputAttestations ?? [];
    const end = last(line);
    inputs.map((input) => attested.get(input.digest.sha256)).filter((input) => input).forEach((input) => edge(input, end));
  }
  const rows = place([...nodes.values()]);
  return { picture: picture(nodes, edges, rows), list: list(nodes) };
}

/** Gives each node of a column a place near what it rests on; answers how many rows there are. */
function place(nodes) {
  const columns = COLUMNS.map((_, column) => nodes.filter((node) => node.column === column));
  columns[3].forEach((node, at) => { node.at = at; });
  for (const column of [2, 1, 0]) {
    columns[column].forEach((node) => {
      const above = nodes.filter((other) => other.from.includes(node)).map((other) => other.at);
      node.at = above.length === 0 ? 0 : above.reduce((sum, at) => sum + at, 0) / above.length;
    });
    spread(columns[column]);
  }
  for (const column of [4, 5]) {
    columns[column].forEach((node) => {
      const below = node.from.map((other) => other.at);
      node.at = below.length === 0 ? columns[3].length : below.reduce((sum, at) => sum + at, 0) / below.length;
    });
    spread(columns[column]);
  }
  return Math.max(...nodes.map((node) => node.at)) + 1;
}

function spread(column) {
  column.sort((a, b) => a.at - b.at);
  column.forEach((node, at) => {
    if (at > 0) {
      node.at = Math.max(node.at, column[at - 1].at + 1);
    }
  });
}

function x(node) {
  return node.column * (WIDTH + GAP) + 1;
}

function y(node) {
  return TOP + node.at * STEP;
}

function picture(nodes, edges, rows) {
  const width = COLUMNS.length * (WIDTH + GAP) - GAP + 2;
  const height = TOP + rows * STEP;
  return s('svg', { viewBox: `0 0 ${width} ${height}`, width, height, role: 'group', 'aria-label': 'What rests on what' },
    COLUMNS.map((name, column) => s('text', { class: 'column', x: column * (WIDTH + GAP) + 2, y: 14 }, name)),
    edges.map(([from, to]) => s('path', { class: 'edge', d: curve(from, to) })),
    [...nodes.values()].map(box));
}

function curve(from, to) {
  const [x1, y1, x2, y2] = [x(from) + WIDTH, y(from) + HEIGHT / 2, x(to), y(to) + HEIGHT / 2];
  const bend = Math.max(GAP / 2, (x2 - x1) / 2);
  return `M${x1} ${y1}C${x1 + bend} ${y1} ${x2 - bend} ${y2} ${x2} ${y2}`;
}

function box(node) {
  const inside = [
    s('rect', { x: x(node), y: y(node), width: WIDTH, height: HEIGHT, rx: 6 }),
    s('text', { class: 'label', x: x(node) + 10, y: y(node) + 17 }, clipped(node.label, 18)),
    s('text', { class: 'detail', x: x(node) + 10, y: y(node) + 32 }, clipped(node.detail, 16)),
  ];
  const name = 'node ' + tone(node.word);
  return node.href === null ? s('g', { class: name }, inside)
    : s('a', { href: node.href, class: name, 'aria-label': COLUMNS[node.column] + ' ' + node.label + ' ' + node.detail }, inside);
}

function clipped(text, chars) {
  return text.length <= chars ? text : text.slice(0, chars - 1) + '…';
}

/** The same for those who do not see the picture. */
function list(nodes) {
  return h('ul', {}, [...nodes.values()].toSorted((a, b) => a.column - b.column || a.at - b.at).map((node) => h('li', {},
    COLUMNS[node.column], ' ', node.href === null ? node.label : h('a', { href: node.href }, node.label), ' ',
    h('span', { class: 'muted' }, node.detail),
    node.from.length > 0 && [', rests on ', node.from.map((from) => COLUMNS[from.column].toLowerCase() + ' ' + from.detail).join(', ')])));
}
