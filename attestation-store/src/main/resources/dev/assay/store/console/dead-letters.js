// What was refused, and sending it once more.

import { h, plain, put, untrusted } from './dom.js';
import { get, post, query, segment } from './api.js';
import { ago, or, short } from './format.js';
import { empty, facts, failed, field, fill, rowLink, section, table, values } from './parts.js';
import { base64 } from './verify.js';

const PAGE = 100;
const HEX_BYTES = 512;

export function deadLetters(body, { signal, parameters }) {
  const { code, workItem, cursor } = parameters;
  const form = h('form', {
    class: 'filters',
    role: 'search',
    onsubmit: (event) => { event.preventDefault(); location.hash = '#/dead-letters' + query(values(form)); },
  },
  field('code', 'Code', code, 'INVALID_JSON'), field('workItem', 'Work item', workItem),
  h('button', { type: 'submit' }, 'Filter'));
  const list = h('div', { class: 'card flush' });
  put(body, form, list);
  fill(list, signal, async () => {
    const page = await get('/v1/dead-letters' + query({ code, workItem, cursor, limit: PAGE }), signal);
    const pager = page.next && h('div', { class: 'pager' }, h('a', { class: 'button', 'data-row': true, href: '#/dead-letters' + query({ code, workItem, cursor: page.next }) }, 'Older'));
    if (page.items.length === 0) {
      return [empty(page.next ? 'None on this page' : 'Nothing was refused', page.next && 'Older ones may fit.'), pager];
    }
    return [table('Dead letters', ['Dead letter', 'Code', 'Topic', 'Place', 'Work item', 'Reason', 'Time'], page.items.map((letter) => [
      rowLink('#/dead-letters/' + letter.id, letter.id), h('code', {}, letter.code), letter.topic,
      letter.partition + ' / ' + letter.offset,
      letter.workItem ? plain(letter.workItem) : '–', untrusted(letter.reason), ago(letter.time)])), pager];
  });
}

export function deadLetter(body, { title, id, signal, refresh }) {
  title(['Dead letter ', id]);
  fill(body, signal, async () => {
    const letter = await get('/v1/dead-letters/' + segment(id), signal);
    const said = h('div', {});
    const head = base64(letter.payloadHead ?? '');
    return [
      section('Refused', facts([
        ['Code', h('code', {}, letter.code)], ['Reason', untrusted(letter.reason)],
        ['Topic', letter.topic + ', partition ' + letter.partition + ', offset ' + letter.offset],
        ['Work item', letter.workItem ? h('a', { href: '#/work-items/' + letter.workItem }, plain(letter.workItem)) : '–'],
        ['Bytes', short(letter.payloadDigest, 16)], ['Time', ago(letter.time)],
        letter.replayOf && ['Replay of', h('a', { href: '#/dead-letters/' + letter.replayOf }, or(letter.replayOf))],
      ]), h('p', { class: 'options' }, h('button', { type: 'button', onclick: () => replay(id, said, refresh) }, 'Send it once more')), said),
      section('The bytes, as far as they are kept', untrusted(new TextDecoder().decode(head), 'pre'),
        h('details', {}, h('summary', {}, 'In hexadecimal'), h('pre', { tabindex: '0' }, dump(head.slice(0, HEX_BYTES))))),
    ];
  });
}

function dump(bytes) {
  return Array.from({ length: Math.ceil(bytes.length / 16) }, (_, line) =>
    (line * 16).toString(16).padStart(4, '0') + '  '
      + Array.from(bytes.slice(line * 16, line * 16 + 16), (byte) => byte.toString(16).padStart(2, '0')).join(' ')).join('\n');
}

async function replay(id, said, refresh) {
  try {
    const { document } = await post('/v1/dead-letters/' + segment(id) + '/replay');
    put(said, h('p', { class: 'good', role: 'status' }, 'Sent again as ', document.topic, ' ', document.partition, ' / ', document.offset, '. ',
      h('button', { type: 'button', class: 'quiet', onclick: refresh }, 'Refresh')));
  } catch (error) {
    put(said, failed(error, null));
  }
}
