// Questions to people: one key answers, and a reason is asked for.

import { chip, h, plain, put } from './dom.js';
import { get, may, post, segment } from './api.js';
import { ago, utc } from './format.js';
import { empty, failed, fill, say } from './parts.js';

const REASON_CHARS_MAX = 500;

export function approvals(body, { signal, refresh }) {
  fill(body, signal, async () => {
    const { items, next } = await get('/v1/approvals?limit=100', signal);
    if (items.length === 0) {
      return h('div', { class: 'card' }, empty('Nobody waits for you', 'When the director may not decide alone, its question appears here.'));
    }
    return [
      next !== null && h('p', { class: 'notice' }, 'The first 100, those that are due first.'),
      h('ul', { class: 'questions' }, items.map((item) => question(item, refresh))),
    ];
  });
}

function question(item, refresh) {
  const allowed = may('approve', 'operate');
  const said = h('div', {});
  const ask = (option) => allowed && reason(item, option, said, refresh);
  return h('li', {
    class: 'card ask',
    tabindex: '0',
    'data-row': true,
    'aria-label': 'Question about ' + item.workItem,
    onkeydown: (event) => {
      const option = item.options[Number(event.key) - 1];
      if (option !== undefined && event.target === event.currentTarget && !event.ctrlKey && !event.altKey && !event.metaKey) {
        event.preventDefault();
        ask(option);
      }
    },
  },
  h('p', { class: 'chips' }, h('a', { href: '#/work-items/' + item.workItem }, plain(item.workItem)),
    chip(item.mood), h('span', { class: 'muted' }, 'attempt ', item.attempt)),
  h('p', { class: 'question' }, plain(item.question)),
  h('p', { class: 'options' }, item.options.map((option, at) =>
    h('button', { type: 'button', disabled: !allowed, class: at === 0 ? 'main' : '', onclick: () => ask(option) },
      h('kbd', { 'aria-hidden': 'true' }, at + 1), ' ', option))),
  h('p', { class: 'muted' }, h('strong', {}, item.defaultAnswer), ' holds from ', utc(item.deadline), ' on, ',
    due(item.deadline), allowed ? '' : '. You may read this, not answer it.'),
  said);
}

function due(deadline) {
  const minutes = Math.round((Date.parse(deadline) - Date.now()) / 60000);
  return minutes < 0 ? 'which has passed' : minutes < 120 ? 'in ' + minutes + ' min' : 'in ' + Math.round(minutes / 60) + ' h';
}

function reason(item, option, said, refresh) {
  const text = h('textarea', { name: 'reason', rows: 3, required: true, maxlength: REASON_CHARS_MAX });
  const dialog = h('dialog', { 'aria-labelledby': 'reason-title', onclose: () => dialog.remove() },
    h('form', {
      method: 'dialog',
      onsubmit: async (event) => {
        event.preventDefault();
        dialog.close();
        await answer(item, option, text.value.trim(), said, refresh);
      },
    },
    h('h2', { id: 'reason-title' }, 'Answer “', option, '”'),
    h('p', {}, plain(item.question)),
    h('label', {}, 'Why? It is signed with your name into an attestation.', text),
    h('p', { class: 'options' }, h('button', { type: 'submit', class: 'main' }, 'Answer ', option),
      h('button', { type: 'button', onclick: () => dialog.close() }, 'Not now'))));
  text.addEventListener('keydown', (event) => {
    if (event.key === 'Enter' && !event.shiftKey) {
      event.preventDefault();
      dialog.querySelector('form').requestSubmit();
    }
  });
  document.body.append(dialog);
  dialog.showModal();
  text.focus();
}

async function answer(item, option, why, said, refresh) {
  put(said, h('p', { class: 'muted', role: 'status' }, 'Sent; waiting for the decision…'));
  try {
    const { whole, document } = await post('/v1/approvals/' + segment(item.id), { answer: option, reason: why });
    say('Answered ' + option);
    put(said, h('p', { class: 'good', role: 'status' }, whole ? ['Answered. Decided: ', chip(document.kind)]
      : 'Answered; the decision is on its way.'), h('p', {}, ago(new Date().toISOString()), ' ',
      h('a', { href: '#/work-items/' + item.workItem }, 'See the work item'), ' · ',
      h('button', { type: 'button', class: 'quiet', onclick: refresh }, 'Next question')));
    said.parentElement.querySelectorAll('.options button').forEach((button) => { button.disabled = true; });
    said.querySelector('button').focus();
  } catch (error) {
    put(said, failed(error, null));
  }
}
