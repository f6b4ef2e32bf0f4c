// Calls of this server, and the session that they are made with.

/** Pages of a list are asked for at most so often by one picture or sum. */
const PAGES_MAX = 4;

/** Where this tab keeps what only the answer to signing in has told it; other ports cannot read it. */
const CSRF = 'assay-csrf';

/** A refusal with its stable code; its status is 0 when no answer came. */
export class Problem extends Error {
  constructor(status, document) {
    super(document.detail ?? 'the server answered ' + status);
    this.status = status;
    this.code = document.code ?? 'HTTP_' + status;
  }
}

let session = null;
let signedOut = () => {};

/** Who looks, or null. */
export function current() {
  return session;
}

/** Whether the one who looks has one of `roles`. */
export function may(...roles) {
  return session !== null && roles.some((role) => session.roles.includes(role));
}

/** Whether the one who looks may see what is of all fleets together. */
export function everywhere() {
  return session !== null && session.fleets === null && may('audit', 'operate');
}

/** Calls `listener` when a call finds the session over. */
export function whenSignedOut(listener) {
  signedOut = listener;
}

/**
 * Finds the session that the cookie stands for; null when there is none. A tab in which nobody
 * signed in may look and change nothing.
 */
export async function resume() {
  const response = await fetch('/v1/session', { headers: { accept: 'application/json' } });
  session = response.ok ? { ...(await response.json()), csrf: sessionStorage.getItem(CSRF) } : null;
  if (!response.ok && response.status !== 401) {
    throw await problem(response);
  }
  return session;
}

/** Exchanges a token for a session; the token is kept nowhere. */
export async function signIn(token) {
  const response = await fetch('/v1/session', {
    method: 'POST',
    headers: { authorization: 'Bearer ' + token },
  });
  if (!response.ok) {
    throw await problem(response);
  }
  session = await response.json();
  sessionStorage.setItem(CSRF, session.csrf);
  return session;
}

/** Whose token it is. */
export async function whose(token) {
  const response = await fetch('/v1/session', { headers: { authorization: 'Bearer ' + token } });
  return response.ok ? (await response.json()).principal : null;
}

export async function signOut() {
  await request('/v1/session', { method: 'DELETE' });
  sessionStorage.removeItem(CSRF);
  session = null;
}

/** The answer to GET `path` as JSON. */
export async function get(path, signal) {
  return (await request(path, { signal })).json();
}

/** The answer to GET `path` as text. */
export async function text(path, signal) {
  return (await request(path, { signal })).text();
}

/** The answer to GET `path` in the given media type. */
export async function as(mediaType, path, signal) {
  return request(path, { signal, headers: { accept: mediaType } });
}

/** POSTs JSON; the answer and whether it was 200. */
export async function post(path, body) {
  const response = await request(path, {
    method: 'POST',
    headers: body === undefined ? {} : { 'content-type': 'application/json' },
    body: body === undefined ? undefined : JSON.stringify(body),
  });
  return { whole: response.status === 200, document: await response.json() };
}

/** The items of a list, as many as a few pages have, and whether there are more. */
export async function all(path, signal, pages = PAGES_MAX) {
  const items = [];
  let cursor = null;
  for (let page = 0; page < pages; page++) {
    const more = cursor === null ? path : path + '&cursor=' + encodeURIComponent(cursor);
    const answer = await get(more, signal);
    items.push(...answer.items);
    cursor = answer.next;
    if (cursor === null) {
      break;
    }
  }
  return { items, more: cursor !== null };
}

async function request(path, options) {
  const headers = { ...options.headers };
  if (options.method && session && session.ends !== null) {
    if (session.csrf === null) {
      throw new Problem(403, { code: 'CSRF_REFUSED', detail: 'Nobody signed in in this tab, so it may only look. Sign in here by the link or with a token.' });
    }
    headers['x-assay-csrf'] = session.csrf;
  }
  const response = await fetch(path, { ...options, headers }).catch((error) => {
    throw error.name === 'AbortError' ? error : new Problem(0, {
      code: 'UNREACHABLE', detail: 'No answer came: the server has stopped or is starting, or the network is gone.' });
  });
  if (response.ok) {
    return response;
  }
  if (response.status === 401) {
    session = null;
    signedOut();
  }
  throw await problem(response);
}

async function problem(response) {
  try {
    return new Problem(response.status, await response.json());
  } catch {
    return new Problem(response.status, {});
  }
}

/** `?a=b` of those members that are not empty. */
export function query(members) {
  const parameters = Object.entries(members)
    .filter(([, value]) => value !== null && value !== undefined && value !== '')
    .map(([name, value]) => name + '=' + encodeURIComponent(value));
  return parameters.length === 0 ? '' : '?' + parameters.join('&');
}

/** The path segment of an id, which may hold slashes. */
export function segment(id) {
  return encodeURIComponent(id);
}
