// What must work, and what does.

import { chip, h, put } from './dom.js';
import { repeat, table } from './parts.js';

const EVERY_MILLIS = 5000;

/** The checks of /readyz, which is 503 with the same list when one fails. */
export async function readiness(signal) {
  const response = await fetch('/readyz', { signal });
  const document = await response.json();
  return { ready: response.ok, checks: document.checks ?? [], detail: document.detail };
}

export function health(body, { signal }) {
  const sum = h('p', { class: 'sum', role: 'status' }, 'Looking…');
  const list = h('div', { class: 'card flush' });
  put(body, sum, list);
  repeat(EVERY_MILLIS, signal, async () => {
    try {
      const { ready, checks, detail } = await readiness(signal);
      sum.className = 'sum ' + (ready ? 'right' : 'wrong');
      put(sum, ready ? 'Ready: all of ' + checks.length + ' checks hold.' : detail);
      put(list, table('Checks', ['Part', 'State', 'Detail'],
        checks.map((check) => [check.name, chip(check.ok ? 'ok' : 'failing'), check.detail ?? ''])));
    } catch {
      if (!signal.aborted) {
        sum.className = 'sum wrong';
        put(sum, 'No answer came: the server has stopped or is starting, or the network is gone.');
        put(list);
      }
    }
  });
}
