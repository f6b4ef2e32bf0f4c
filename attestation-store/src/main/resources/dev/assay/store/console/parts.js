// The parts that pages are made of.

import { h, put } from './dom.js';

export function loading() {
  return h('div', { class: 'state', 'aria-busy': 'true' },
    h('p', { class: 'sr' }, 'Loading'), h('div', { class: 'bone' }), h('div', { class: 'bone short' }), h('div', { class: 'bone' }));
}

export function empty(title, hint) {
  return h('div', { class: 'state' }, h('p', { class: 'strong' }, title), hint && h('p', { class: 'muted' }, hint));
}

/** What went wrong, in the server's words, and a way to try again. */
export function failed(error, again) {
  return h('div', { class: 'state', role: 'alert' },
    h('p', { class: 'strong' }, error.status === 0 ? 'The server cannot be reached'
      : error.status === 403 ? 'You may not do this'
        : error.status === 404 ? 'There is nothing here' : 'That did not work'),
    h('p', {}, error.message ?? String(error)),
    error.code && h('p', { class: 'muted' }, error.code),
    again && h('button', { type: 'button', onclick: again }, 'Try again'));
}

export function section(title, ...children) {
  return h('section', { class: 'card' }, h('h2', {}, title), children);
}

/** A list of names and values. */
export function facts(pairs) {
  return h('dl', { class: 'facts' }, pairs.filter((pair) => pair).map(([name, value]) =>
    h('div', {}, h('dt', {}, name), h('dd', {}, value))));
}

/**
 * A table whose rows are lists of cells. On a narrow screen each row becomes a block, in which the
 * cells have the names of their columns.
 */
export function table(label, columns, rows) {
  return h('table', { 'aria-label': label },
    h('thead', {}, h('tr', {}, columns.map((name) => h('th', { scope: 'col' }, name)))),
    h('tbody', {}, rows.map((cells) =>
      h('tr', {}, cells.map((cell, at) => h('td', { 'data-name': columns[at] }, h('div', {}, cell)))))));
}

/** The link that stands for its row: j and k go from one to the next. */
export function rowLink(href, ...children) {
  return h('a', { href, class: 'row', 'data-row': true }, children);
}

/** Moves from row to row; false when there is none. */
export function step(by) {
  const rows = [...document.querySelectorAll('[data-row]')];
  const at = rows.indexOf(document.activeElement);
  const next = rows[at < 0 ? (by > 0 ? 0 : rows.length - 1) : Math.min(rows.length - 1, Math.max(0, at + by))];
  next?.focus();
  return next !== undefined;
}

/** A select with a label; `options` are values or [value, text]. */
export function choice(name, label, options, value) {
  return h('label', {}, label, h('select', { name }, options.map((option) => {
    const [key, text] = Array.isArray(option) ? option : [option, option];
    return h('option', { value: key, selected: key === (value ?? '') }, text);
  })));
}

export function field(name, label, value, placeholder) {
  return h('label', {}, label,
    h('input', { name, value: value ?? '', placeholder, type: 'search', autocomplete: 'off', spellcheck: 'false', maxlength: 128 }));
}

/** What a form has, by the names of its fields. */
export function values(form) {
  return Object.fromEntries([...new FormData(form)].map(([name, value]) => [name, String(value).trim()]));
}

/** Runs `work` now and again after each `millis`, while the page is looked at and not left. */
export async function repeat(millis, signal, work) {
  while (!signal.aborted) {
    if (!document.hidden) {
      await work();
    }
    await new Promise((wake) => {
      const timer = setTimeout(wake, millis);
      signal.addEventListener('abort', () => { clearTimeout(timer); wake(); }, { once: true });
    });
  }
}

/** Fills `place` with what `load` gives: loading, then the thing or why not. */
export function fill(place, signal, load) {
  const run = async () => {
    put(place, loading());
    try {
      const made = await load();
      if (!signal.aborted) {
        put(place, made);
      }
    } catch (error) {
      if (!signal.aborted) {
        put(place, failed(error, run));
      }
    }
  };
  run();
  return place;
}

/** Says something to those who hear the page. */
export function say(text) {
  document.getElementById('said').textContent = text;
}
