/** The HTTP side: artifacts and executions in, decisions and explanations out. */

import { createHash } from 'node:crypto';
import { openAsBlob } from 'node:fs';
import { access, constants } from 'node:fs/promises';
import { setTimeout as pause } from 'node:timers/promises';
import { verify } from './verify.js';

/** The bounds of the client, in one place; milliseconds unless the name says otherwise. */
const ANSWER_TIME = 30_000;
const SENT_TIME = 120_000; // for the answer to a body: the system may hold megabytes of it when it has taken the last
const WAIT_SECONDS_MAX = 60;
const TRIES_MAX = 20;
const RETRY_PAUSE = 500;
const RETRY_PAUSE_MAX = 30_000;
const STREAM_PAUSE = 200;
const ANSWER_BYTES_MAX = 64 * 1024 * 1024;
const EVENT_CHARS_MAX = 1024 * 1024;
const BUSY = [429, 502, 503, 504];

/** The service refused a call, or answered something that it should not. */
export class AssayError extends Error {
  constructor(code, detail, status, problem = {}) {
    super(`${code}: ${detail}`);
    this.name = 'AssayError';
    this.code = code;
    this.detail = detail;
    this.status = status ?? null;
    this.expected = problem.expected ?? null;
    this.found = problem.found ?? null;
    this.field = problem.field ?? null;
  }
}

/** An execution as a CloudEvent; source and id are its identity. */
export function event(source, id, data) {
  return { specversion: '1.0', type: 'dev.assay.execution.v1', source, id, data };
}

/** Talks to a running Assay. */
export class AssayClient {
  #url;
  #token;

  constructor(url = 'http://127.0.0.1:7070', token) {
    this.#url = new URL(url).href.replace(/\/+$/, '');
    this.#token = token;
  }

  /** Stores bytes, or the file of that name, under their digest; what is stored already is not sent again. */
  async put(role, content, mediaType = 'application/octet-stream') {
    if (typeof content === 'string') await access(content, constants.R_OK); // names the file, which a Blob does not
    const body = typeof content === 'string' ? await openAsBlob(content) : new Blob([content]);
    const digest = createHash('sha256');
    for await (const chunk of body.stream()) digest.update(chunk);
    const sha256 = digest.digest('hex');
    try {
      await this.#call('PUT', '/v1/artifacts', {
        body,
        headers: {
          'content-type': mediaType,
          'content-length': String(body.size),
          'x-expected-sha256': sha256,
          'if-none-match': '*',
        },
      });
    } catch (e) {
      if (!(e instanceof AssayError) || e.status !== 412) throw e;
    }
    return { role, sha256, size: body.size, mediaType };
  }

  /** Posts a CloudEvent and waits up to `wait` seconds for the decision on it. */
  async submit(document, wait = 0) {
    const body = JSON.stringify(document);
    const until = Date.now() + wait * 1000;
    let first;
    for (;;) {
      const left = Math.max(0, Math.floor((until - Date.now()) / 1000));
      // before the first answer no time counts as spent: a wait of 1 asks for a second
      const seconds = Math.min(first ? left : Math.floor(wait), WAIT_SECONDS_MAX);
      const headers = { 'content-type': 'application/cloudevents+json' };
      const answer = await this.#json('POST', `/v1/executions${seconds ? `?wait=${seconds}` : ''}`, { body, headers }, seconds);
      first ??= answer;
      if (answer.decision || !seconds) return { ...answer, duplicate: first.duplicate };
      await pause(STREAM_PAUSE); // a server on which too many wait already answers at once
    }
  }

  /** The first decision on `attempt` or a later one, or null when none came in `seconds`. */
  async wait(workItem, attempt = 1, seconds = 60) {
    const until = Date.now() + seconds * 1000;
    const stop = AbortSignal.timeout(seconds * 1000);
    let last;
    for (;;) {
      let broken = null;
      try {
        for await (const told of this.#events(workItem, last, stop)) {
          last = told.id ?? last;
          if (told.kind === 'decision' && told.data.attempt >= attempt) return told.data;
        }
      } catch (e) {
        if (e instanceof AssayError) throw e;
        if (stop.aborted) return null;
        broken = e; // the next stream goes on behind the last event
      }
      if (Date.now() + STREAM_PAUSE >= until) {
        if (broken) throw unreachable(this.#url, broken);
        return null;
      }
      await pause(STREAM_PAUSE);
    }
  }

  /** What was claimed, verified and how it is known. */
  async explain(workItem) {
    return this.#json('GET', `/v1/work-items/${encodeURIComponent(workItem)}/explanation`);
  }

  /** Fetches an attestation and its proof and verifies them here, against your copy of `keys` where given. */
  async verify(id, keys) {
    const path = `/v1/attestations/${encodeURIComponent(id)}`;
    const envelope = await this.#call('GET', path);
    const proof = await this.#call('GET', `${path}/proof`);
    return verify(envelope, proof, keys ?? (await this.#call('GET', '/v1/keys')), id);
  }

  async #json(method, path, options, wait) {
    return object(await this.#call(method, path, options, wait));
  }

  /** The text of the answer. Sends again, boundedly, while the server says that it is busy. */
  async #call(method, path, options = {}, wait = 0) {
    for (let tries = 1; ; tries++) {
      let response;
      let text;
      const silence = new Silence(ANSWER_TIME + wait * 1000);
      try {
        response = await fetch(this.#url + path, {
          method,
          ...options,
          ...(options.body instanceof Blob ? silence.streamed(options.body) : {}),
          headers: { ...options.headers, ...this.#identity() },
          redirect: 'manual',
          signal: silence.signal,
        });
        text = await bounded(response, silence);
      } catch (e) {
        if (e instanceof AssayError) throw e;
        throw unreachable(this.#url, e);
      } finally {
        silence.end();
      }
      if (!BUSY.includes(response.status) || tries === TRIES_MAX) {
        if (response.status >= 300) throw problem(response.status, text);
        return text;
      }
      await pause(retryPause(response));
    }
  }

  #identity() {
    return this.#token === undefined || this.#token === null ? {} : { authorization: `Bearer ${this.#token}` };
  }

  /** Server-sent events with their ids, until the stream or the time ends. */
  async *#events(workItem, last, signal) {
    const headers = { accept: 'text/event-stream', ...this.#identity(), ...(last ? { 'last-event-id': last } : {}) };
    const response = await fetch(`${this.#url}/v1/work-items/${encodeURIComponent(workItem)}/events`, { headers, signal });
    if (BUSY.includes(response.status)) {
      await response.body?.cancel();
      await pause(retryPause(response), undefined, { signal });
      return;
    }
    if (response.status !== 200) throw problem(response.status, await response.text());
    const decoder = new TextDecoder();
    let rest = '';
    for await (const chunk of response.body) {
      rest += decoder.decode(chunk, { stream: true });
      const blocks = rest.split(/\r?\n\r?\n/);
      rest = blocks.pop();
      if (rest.length > EVENT_CHARS_MAX) throw new AssayError('INVALID_ANSWER', 'expected events of at most 1 MiB');
      for (const block of blocks) {
        const told = fields(block);
        if (told.data !== undefined) yield { id: told.id, kind: told.event ?? 'message', data: object(told.data) };
      }
    }
  }
}

/** Ends a call in which nothing is sent or received for so long; one that goes on, however slowly, may last. */
class Silence {
  #time;
  #timer;
  #controller = new AbortController();

  constructor(time) {
    this.#time = time;
    this.broken();
  }

  get signal() {
    return this.#controller.signal;
  }

  /** Something was sent or received. */
  broken(time = this.#time) {
    clearTimeout(this.#timer);
    this.#timer = setTimeout(() => this.#controller.abort(new DOMException('nothing came', 'TimeoutError')), time);
  }

  /** `blob` as the body of a request, which tells as it is sent. */
  streamed(blob) {
    const told = new TransformStream({
      transform: (chunk, out) => {
        this.broken();
        out.enqueue(chunk);
      },
      flush: () => this.broken(SENT_TIME),
    });
    return { body: blob.stream().pipeThrough(told), duplex: 'half' };
  }

  end() {
    clearTimeout(this.#timer);
  }
}

function fields(block) {
  const told = {};
  for (const line of block.split(/\r?\n/)) {
    const [, name, value] = /^([^:]*):? ?(.*)$/.exec(line);
    told[name] = name === 'data' ? (told.data ?? '') + value : value;
  }
  return told;
}

/** The text of an answer, which has a bound. */
async function bounded(response, silence) {
  const decoder = new TextDecoder();
  let text = '';
  let bytes = 0;
  for await (const chunk of response.body ?? []) {
    silence.broken();
    bytes += chunk.length;
    if (bytes > ANSWER_BYTES_MAX) {
      throw new AssayError('INVALID_ANSWER', `expected an answer of at most ${ANSWER_BYTES_MAX} bytes`);
    }
    text += decoder.decode(chunk, { stream: true });
  }
  return text + decoder.decode();
}

function retryPause(response) {
  const told = Number(response.headers.get('retry-after')) * 1000 || RETRY_PAUSE;
  return Math.min(Math.max(told, RETRY_PAUSE), RETRY_PAUSE_MAX);
}

function unreachable(url, cause) {
  const at = new URL(url).origin;
  return new AssayError('UNREACHABLE', `expected a running system at ${at}, found ${cause.cause?.code ?? cause.name}`);
}

function object(text) {
  const value = parsed(text);
  if (value === null || typeof value !== 'object' || Array.isArray(value)) {
    throw new AssayError('INVALID_ANSWER', 'expected a JSON object, found another answer');
  }
  return value;
}

function problem(status, text) {
  const told = parsed(text);
  return typeof told?.code === 'string'
    ? new AssayError(told.code, String(told.detail ?? ''), status, told)
    : new AssayError(`HTTP_${status}`, `expected success, found status ${status}`, status);
}

function parsed(text) {
  try {
    return JSON.parse(text);
  } catch {
    return null;
  }
}
