// The frame: who looks, which page, and the keys.

import { h, put } from './dom.js';
import * as api from './api.js';
import { loading, say, step } from './parts.js';
import { overview } from './overview.js';
import { workItems } from './work-items.js';
import { workItem } from './work-item.js';
import { attestations } from './attestations.js';
import { attestation } from './attestation.js';
import { approvals } from './approvals.js';
import { deadLetter, deadLetters } from './dead-letters.js';
import { failures } from './failures.js';
import { promotions } from './promotions.js';
import { verifiers } from './verifiers.js';
import { fleets } from './fleets.js';
import { log } from './log.js';
import { witnesses } from './witnesses.js';
import { manifests } from './manifests.js';
import { health } from './health.js';

/** The pages in the order of the menu; `group` is the heading above the first of a group. */
const PAGES = [
  { path: '', name: 'Overview', key: 'o', show: overview },
  { path: 'work-items', name: 'Work items', key: 'w', show: workItems, one: workItem },
  { path: 'approvals', name: 'Approvals', key: 'a', show: approvals },
  { path: 'attestations', group: 'Evidence', name: 'Attestations', key: 't', show: attestations, one: attestation },
  { path: 'promotions', name: 'Promotions', key: 'p', show: promotions },
  { path: 'failures', name: 'Failures', key: 'f', show: failures },
  { path: 'verifiers', name: 'Verifiers', key: 'v', show: verifiers },
  { path: 'log', group: 'Transparency', name: 'Log', key: 'l', show: log },
  { path: 'witnesses', name: 'Witnesses', key: 'c', show: witnesses, everywhere: true },
  { path: 'manifests', name: 'Manifests', key: 'm', show: manifests, everywhere: true },
  { path: 'health', group: 'System', name: 'Health', key: 'h', show: health },
  { path: 'fleets', name: 'Fleets', key: 'e', show: fleets },
  { path: 'dead-letters', name: 'Dead letters', key: 'd', show: deadLetters, one: deadLetter, roles: ['operate'] },
];

const main = document.getElementById('main');
let left = new AbortController();
let going = false;

/** Where the address leads: a page, or one of its things, and the parameters. */
function route() {
  const [path, parameters] = location.hash.replace(/^#\/?/, '').split('?');
  const slash = path.indexOf('/');
  const name = slash < 0 ? path : path.slice(0, slash);
  const id = slash < 0 ? null : decoded(path.slice(slash + 1));
  const page = PAGES.find((each) => each.path === name && (id === null || each.one !== undefined));
  return { page, id, parameters: Object.fromEntries(new URLSearchParams((parameters ?? '').replaceAll('+', '%2B'))) };
}

function decoded(text) {
  try {
    return decodeURIComponent(text);
  } catch {
    return text;
  }
}

function render() {
  left.abort();
  left = new AbortController();
  const { page, id, parameters } = route();
  navigation(page);
  const title = h('h1', { tabindex: '-1' }, page?.name ?? 'No such page');
  const body = h('div', { class: 'body' });
  put(main, title, body);
  if (page === undefined) {
    put(body, h('p', {}, 'The address leads nowhere. ', h('a', { href: '#/' }, 'To the overview')));
  } else {
    const context = { title: (node) => put(title, node), signal: left.signal, parameters, id, refresh: render };
    (id === null ? page.show : page.one)(body, context);
  }
  document.title = (id ?? page?.name ?? 'Assay') + ' · Assay';
  if (document.activeElement === document.body || !document.activeElement?.closest('header')) {
    title.focus({ preventScroll: true });
  }
  scrollTo(0, 0);
}

/** Whether the one who looks may see a page: by role, or because it is of all fleets together. */
function shown({ roles, everywhere }) {
  return (roles === undefined || api.may(...roles)) && (!everywhere || api.everywhere());
}

function navigation(open) {
  const pages = PAGES.filter(shown);
  const nav = document.getElementById('nav');
  put(nav, h('ul', {}, pages.map((page) =>
    h('li', { 'data-group': page.group ?? null }, h('a', { href: '#/' + page.path, 'aria-current': page === open ? 'page' : null },
      page.name, h('kbd', { 'aria-hidden': 'true' }, 'g ', page.key))))));
  nav.querySelector('[aria-current]')?.scrollIntoView({ block: 'nearest', inline: 'center' }); // a narrow page shows some alone
  const session = api.current();
  put(document.getElementById('who'),
    h('p', {}, h('span', { class: 'muted' }, 'You are '), h('strong', {}, session.principal)),
    h('p', { class: 'muted' }, session.roles.join(', '), ' · ',
      session.fleets === null ? 'all fleets' : session.fleets.join(', ')),
    h('p', {}, h('button', { type: 'button', class: 'quiet', onclick: help }, 'Keys'),
      session.ends !== null && h('button', { type: 'button', class: 'quiet', onclick: leave }, 'Sign out')));
}

async function leave() {
  try {
    await api.signOut();
    signIn();
  } catch (error) {
    signIn('The session may still be open: ' + error.message);
  }
}

/** Asks for a token; `why` says what was wrong with the last one. */
function signIn(why) {
  left.abort();
  put(document.getElementById('nav'));
  put(document.getElementById('who'));
  document.title = 'Sign in · Assay';
  const token = h('input', { name: 'token', type: 'password', required: true, autocomplete: 'off', spellcheck: 'false', minlength: 16 });
  const message = h('p', { class: 'bad', role: 'alert' }, why ?? '');
  put(main, h('form', {
    class: 'card narrow',
    onsubmit: async (event) => {
      event.preventDefault();
      await enter(token.value.trim());
    },
  },
  h('h1', { tabindex: '-1' }, 'Sign in'),
  h('p', {}, 'Open the link that ', h('code', {}, 'assay up'), ' prints, or paste a token. The operator’s is in ',
    h('code', {}, 'tokens/operator'), ' of the data directory; ', h('code', {}, 'assay tokens create'), ' makes others.'),
  h('label', {}, 'Token', token),
  message,
  h('button', { type: 'submit', class: 'main' }, 'Sign in'),
  h('p', { class: 'muted hint' }, 'The token is exchanged for a session of at most 24 hours and kept nowhere in this browser.')));
  token.focus();
}

async function enter(token) {
  put(main, loading());
  try {
    await api.signIn(token);
  } catch (error) {
    signIn(error.status === 401 ? 'This server does not know that token, or it has ended or was revoked.' : error.message);
    return;
  }
  render();
}

/** Signs in by a link; one that would make somebody else of who is signed in is asked about first. */
async function follow(token) {
  put(main, loading());
  const open = await api.resume().catch(() => null);
  const other = open === null || open.ends === null ? null : await api.whose(token).catch(() => null);
  if (other === null || other === open.principal
    || confirm('You are signed in as ' + open.principal + '. This link signs you in as ' + other + '. Go on?')) {
    await enter(token);
  } else {
    render();
  }
}

/** The fragment of a link that carries a token leaves the address before anything else happens. */
async function start() {
  const carried = /^#token=([^&]+)/.exec(location.hash);
  if (carried !== null) {
    history.replaceState(null, '', location.pathname + '#/');
    await follow(decoded(carried[1]));
  } else {
    put(main, loading());
    try {
      await api.resume() === null ? signIn() : render();
    } catch (error) {
      signIn(error.message);
    }
  }
  addEventListener('hashchange', () => {
    if (/^#token=/.test(location.hash)) {
      location.reload();
    } else if (api.current() !== null) {
      render();
    }
  });
  api.whenSignedOut(() => signIn('The session is over. Sign in again to go on.'));
}

function keysWanted() {
  return localStorage.getItem('assay-keys-off') === null;
}

function help() {
  const toggle = h('input', {
    type: 'checkbox',
    checked: keysWanted(),
    onchange: (event) => event.target.checked ? localStorage.removeItem('assay-keys-off') : localStorage.setItem('assay-keys-off', '1'),
  });
  const rows = [
    ...PAGES.map((page) => ['g ' + page.key, page.name]),
    ['j / k', 'next or previous row'], ['Enter', 'open it'], ['/', 'search'],
    ['1 2 3', 'answer the question in focus'], ['?', 'this list'],
  ];
  const dialog = h('dialog', { 'aria-labelledby': 'keys-title', onclose: () => dialog.remove() },
    h('h2', { id: 'keys-title' }, 'Keys'),
    h('dl', { class: 'keys' }, rows.map(([key, does]) => h('div', {}, h('dt', {}, h('kbd', {}, key)), h('dd', {}, does)))),
    h('label', { class: 'inline' }, toggle, ' Single keys do this'),
    h('form', { method: 'dialog' }, h('button', { class: 'main' }, 'Close')));
  document.body.append(dialog);
  dialog.showModal();
}

addEventListener('keydown', (event) => {
  const typing = event.target.closest?.('input, textarea, select, dialog');
  if (typing || event.ctrlKey || event.metaKey || event.altKey || api.current() === null || !keysWanted()) {
    return;
  }
  if (going) {
    going = false;
    const page = PAGES.find((each) => each.key === event.key && shown(each));
    if (page !== undefined) {
      location.hash = '#/' + page.path;
      event.preventDefault();
    }
    return;
  }
  const actions = {
    g: () => { going = true; say('Go to …'); },
    j: () => step(1),
    k: () => step(-1),
    '/': () => document.querySelector('main input[type=search]')?.focus(),
    '?': help,
  };
  if (Object.hasOwn(actions, event.key)) {
    actions[event.key]();
    event.preventDefault();
  }
});

start();
