// Builds elements. Text becomes text and nothing else: no markup is ever parsed.

const SVG = 'http://www.w3.org/2000/svg';

/** An element with attributes, listeners (`on…`), and children: nodes, texts, or lists of them. */
export function h(tag, attributes = {}, ...children) {
  return fill(document.createElement(tag), attributes, children);
}

/** The same for SVG. */
export function s(tag, attributes = {}, ...children) {
  return fill(document.createElementNS(SVG, tag), attributes, children);
}

function fill(element, attributes, children) {
  for (const [name, value] of Object.entries(attributes)) {
    if (value === null || value === undefined || value === false) {
      continue;
    }
    if (name.startsWith('on')) {
      element.addEventListener(name.slice(2), value);
    } else {
      element.setAttribute(name, name === 'href' ? local(value) : value === true ? '' : String(value));
    }
  }
  element.append(...nodes(children));
  return element;
}

/** A link leads to a page or a call of this server, whatever it was made of. */
function local(href) {
  if (href.startsWith('#') || (href.startsWith('/') && !href.startsWith('//'))) {
    return href;
  }
  throw new Error('expected a link within this server');
}

function nodes(children) {
  return children.flat(Infinity)
    .filter((child) => child !== null && child !== undefined && child !== false)
    .map((child) => child instanceof Node ? child : document.createTextNode(String(child)));
}

/** Puts `children` in the place of what `parent` has. */
export function put(parent, ...children) {
  parent.replaceChildren(...nodes(children));
  return parent;
}

// What a reader does not see, or what moves what a reader sees: controls but tab and line feed, marks
// of direction, joiners, other line ends, variation and tag characters, halves of characters.
const HIDDEN = new RegExp(
  '[\\u0000-\\u0008\\u000b-\\u001f\\u007f-\\u009f\\u00ad\\u034f\\u061c\\u115f\\u1160\\u17b4\\u17b5\\u180b-\\u180f'
  + '\\u200b-\\u200f\\u2028-\\u202e\\u2060-\\u206f\\u3164\\ufe00-\\ufe0f\\ufeff\\uffa0\\ufff0-\\ufffb'
  + '\\u{e0000}-\\u{e0fff}\\ud800-\\udfff]', 'gu');

/** The text with everything that hides in it made visible. */
export function plain(text) {
  const parts = [];
  let from = 0;
  for (const match of String(text).matchAll(HIDDEN)) {
    parts.push(String(text).slice(from, match.index));
    parts.push(h('span', { class: 'esc' }, codePoint(match[0])));
    from = match.index + match[0].length;
  }
  parts.push(String(text).slice(from));
  return parts;
}

const NAME_HEAD = 28;
const NAME_TAIL = 19;

/** A name that takes two lines at most: the middle of a long one is left out, and its title is the whole. */
export function named(text, kind) {
  const long = text.length > NAME_HEAD + 1 + NAME_TAIL;
  return h('span', { class: kind, title: long && spelled(text) },
    plain(long ? text.slice(0, NAME_HEAD) + '…' + text.slice(-NAME_TAIL) : text));
}

/** The text as `plain` shows it, where there is room for text only. */
function spelled(text) {
  return String(text).replace(HIDDEN, codePoint);
}

function codePoint(character) {
  return 'U+' + character.codePointAt(0).toString(16).toUpperCase().padStart(4, '0');
}

/** Text that an agent, a tool or an artifact wrote: isolated, made visible, and marked as such. */
export function untrusted(text, tag = 'span') {
  return h(tag, { class: 'untrusted', dir: 'ltr', tabindex: tag === 'pre' ? 0 : null, title: 'Not written by Assay: it comes from an agent, a tool or an artifact' },
    plain(text));
}

/** A label with a colour of its own for each of our words. */
export function chip(word, title) {
  return h('span', { class: 'chip ' + tone(word), title }, words(word));
}

/** NEEDS_HUMAN as people write it. */
export function words(code) {
  return String(code).toLowerCase().replaceAll('_', ' ');
}

const TONES = {
  good: ['pass', 'passed', 'promote', 'promoted', 'reexecuted', 'observed', 'ok', 'ready', 'verified', 'whole', 'cosigned'],
  bad: ['fail', 'failed', 'halt', 'halted', 'demote', 'demoted', 'failing', 'split', 'ahead', 'unreachable'],
  warn: ['flaky', 'retry', 'retrying', 'escalate', 'escalated', 'claimed', 'paranoid', 'petty', 'skeptical', 'contrite', 'partial'],
  ask: ['inconclusive', 'request_approval', 'waiting_for_human', 'deferential', 'witnessed', 'unchecked', 'expired'],
};

export function tone(word) {
  const lower = String(word).toLowerCase();
  return Object.keys(TONES).find((name) => TONES[name].includes(lower)) ?? 'calm';
}
