/**
 * Offline verification of an attestation, with WebCrypto alone: runs in Node and in browsers, asks no network,
 * trusts no server.
 */

const DOCUMENT_CHARS_MAX = 1024 * 1024;
const PROOF_HASHES_MAX = 63;
const DEPTH_MAX = 32;
const ENVELOPE_BYTES_MAX = 256 * 1024;
const ENVELOPE_SIGNATURES_MAX = 16;
const HINT_CHARS_MAX = 512;
const NOTE_SIGNATURES_MAX = 64;
const PAYLOAD_TYPE = 'application/vnd.in-toto+json';
const SPKI = '302a300506032b6570032100';
const PEM_BEGIN = '-----BEGIN PUBLIC KEY-----';
const PEM_END = '-----END PUBLIC KEY-----';
const PROOF = 'c2sp.org/tlog-proof@v1';
const P = 2n ** 255n - 19n;
const L = 2n ** 252n + 27742317777372353535851937790883648493n;

class Refused extends Error {
  constructor(code, detail) {
    super(detail);
    this.code = code;
  }
}

/**
 * Checks signature, time of the key, canonical form, id, and inclusion under a signed checkpoint.
 * Takes the texts that /v1/attestations/{id}, its /proof and /v1/keys give.
 */
export async function verify(envelope, proof, keys, expectedId) {
  const checks = [];
  let id = '';
  const check = (name, holds, code, detail) => checks.push({ name, holds, code: holds ? null : code, detail });
  try {
    const { payload, signed, signatures } = envelopeOf(envelope);
    id = hex(await sha256(payload));
    const { signing, logs } = await keysOf(keys);
    const signers = [];
    for (const key of signing) {
      for (const signature of signatures) {
        if (await verifies(key.raw, signed, signature)) {
          signers.push(key);
          break;
        }
      }
    }
    check('signature', signers.length > 0, 'SIGNATURE_INVALID', `${signing.length} known keys`);
    const statement = json(utf8(payload));
    const at = told(statement);
    const inUse = signers.some(({ end }) => end === null || (at !== null && at <= end));
    check('key in use', inUse, 'KEY_NOT_IN_USE', at === null ? 'at a time not told' : `at ${new Date(at).toISOString()}`);
    check('canonical', canonical(statement, payload), 'NOT_CANONICAL', 'RFC 8785');
    check('id', expectedId === undefined || expectedId === null || expectedId === id, 'ID_MISMATCH', id);
    checks.push(await inclusion(proof, payload, logs));
  } catch (e) {
    if (!(e instanceof Refused)) throw e;
    check('format', false, e.code, e.message);
  }
  const failed = checks.find(({ holds }) => !holds);
  return { id, verified: !failed, code: failed ? failed.code : null, checks };
}

function envelopeOf(text) {
  const { payloadType, payload, signatures } = documentOf('envelope', text);
  if (typeof payloadType !== 'string' || typeof payload !== 'string' || !Array.isArray(signatures) || !signatures.length) {
    throw new Refused('FORMAT_INVALID', 'expected payloadType, payload and signatures in the envelope');
  }
  if (bytes(text).length > ENVELOPE_BYTES_MAX || payloadType.length > HINT_CHARS_MAX || signatures.length > ENVELOPE_SIGNATURES_MAX) {
    throw new Refused('FORMAT_INVALID', 'expected an envelope within the limits, found a larger one');
  }
  const body = eitherBase64(payload);
  const type = bytes(payloadType);
  const made = signatures.map((each) => {
    const hint = (each ?? {}).keyid ?? '';
    if (!hasText(each, 'sig') || typeof hint !== 'string' || bytes(hint).length > HINT_CHARS_MAX) {
      throw new Refused('FORMAT_INVALID', 'expected sig, and keyid where there is one, to be texts in each signature');
    }
    return eitherBase64(each.sig);
  });
  return {
    payload: body,
    signed: joined(bytes(`DSSEv1 ${type.length} `), type, bytes(` ${body.length} `), body),
    // What was signed as something else is no signed statement.
    signatures: payloadType === PAYLOAD_TYPE ? made : [],
  };
}

async function keysOf(text) {
  const { keys } = documentOf('keys', text);
  if (!Array.isArray(keys)) throw new Refused('FORMAT_INVALID', 'expected a list of keys, found another value');
  const signing = [];
  const logs = [];
  for (const key of keys) {
    if (hasText(key, 'use') && key.use === 'attestation') {
      const spki = hasText(key, 'spki') ? key.spki : '';
      signing.push({ raw: pem(spki), end: typeof key.notAfter === 'string' ? time(key.notAfter) : null });
    } else if (hasText(key, 'vkey')) {
      const log = await vkeyOf(key.vkey);
      if (hasText(key, 'spki') && !equal(pem(key.spki), log.raw)) {
        throw new Refused('FORMAT_INVALID', 'expected vkey and spki to be the same key, found two keys');
      }
      logs.push(log);
    }
  }
  return { signing, logs };
}

async function inclusion(text, entry, logs) {
  const blank = text.length > DOCUMENT_CHARS_MAX ? -1 : text.indexOf('\n\n');
  const lines = blank < 0 ? [''] : text.slice(0, blank).split('\n');
  if (lines[0] !== PROOF) throw new Refused('FORMAT_INVALID', `expected a proof that begins with ${PROOF}`);
  if (lines.length > 1 && lines[1].startsWith('extra ')) lines.splice(1, 1);
  if (lines.length < 2 || !lines[1].startsWith('index ')) {
    throw new Refused('FORMAT_INVALID', 'expected a line with index and a number in the proof');
  }
  const index = decimal(lines[1].slice(6));
  const path = lines.slice(2).map(hashOf);
  if (path.length > PROOF_HASHES_MAX) {
    throw new Refused('FORMAT_INVALID', `expected at most ${PROOF_HASHES_MAX} hashes in the proof`);
  }
  const failed = (code, detail) => ({ name: 'inclusion', holds: false, code, detail });
  let found = failed('CHECKPOINT_INVALID', 'expected a checkpoint key, found none');
  for (const log of logs) {
    try {
      const { size, root } = await checkpointOf(text.slice(blank + 2), log);
      if (await leads(entry, index, size, path, root)) {
        return { name: 'inclusion', holds: true, code: null, detail: `index ${index} of ${size} in ${log.name}` };
      }
      found = failed('NOT_INCLUDED', 'expected a path to the root of the checkpoint, found another');
    } catch (e) {
      if (!(e instanceof Refused)) throw e;
      found = failed('CHECKPOINT_INVALID', e.message); // what is no document is signed by nobody
    }
  }
  return found;
}

/** Size and root of a C2SP checkpoint that the log's key signed under its name. */
async function checkpointOf(note, { name, raw }) {
  const blank = note.lastIndexOf('\n\n');
  const text = note.slice(0, blank + 1);
  const lines = text.split('\n').slice(0, -1);
  const signed = note.slice(blank + 2).split('\n');
  if (blank < 0 || signed.pop() !== '' || !signed.length || lines.length < 3 || lines.includes('') || signed.length > NOTE_SIGNATURES_MAX) {
    throw new Refused('CHECKPOINT_INVALID', 'expected a checkpoint and signature lines');
  }
  const hint = (await sha256(joined(bytes(`${name}\n\x01`), raw))).slice(0, 4);
  let found = false;
  for (const line of signed) {
    const [, who, blob] = /^\u2014 ([^\s+]+) (.*)$/u.exec(line) ?? [];
    const signature = exactBase64(blob ?? '');
    if (signature.length <= 4) throw new Refused('CHECKPOINT_INVALID', 'expected signature lines below the checkpoint');
    if (who !== name || !equal(signature.slice(0, 4), hint)) continue;
    if (!(await verifies(raw, bytes(text), signature.slice(4)))) {
      throw new Refused('CHECKPOINT_INVALID', 'expected a valid signature of the checkpoint');
    }
    found = true;
  }
  if (!found || lines[0] !== name) {
    throw new Refused('CHECKPOINT_INVALID', `expected a checkpoint of and by ${name}, found another`);
  }
  return { size: decimal(lines[1]), root: hashOf(lines[2]) };
}

/** RFC 9162, section 2.1.3.2. Indexes are BigInts: a log may have up to 2^63 entries. */
async function leads(entry, index, size, path, root) {
  let node = index;
  let last = size - 1n;
  if (node > last) return false;
  let value = await sha256(joined(Uint8Array.of(0), entry));
  for (const sibling of path) {
    if (last === 0n) return false;
    if (node & 1n || node === last) {
      value = await sha256(joined(Uint8Array.of(1), sibling, value));
      while (!(node & 1n) && node) {
        node >>= 1n;
        last >>= 1n;
      }
    } else {
      value = await sha256(joined(Uint8Array.of(1), value, sibling));
    }
    node >>= 1n;
    last >>= 1n;
  }
  return last === 0n && equal(value, root);
}

/** Strict whatever WebCrypto allows: S below the group order, the point of the key in its only encoding. */
async function verifies(raw, message, signature) {
  if (signature.length !== 64 || number(signature.slice(32)) >= L || (number(raw) & (1n << 255n) - 1n) >= P) return false;
  try {
    const key = await crypto.subtle.importKey('raw', raw, { name: 'Ed25519' }, false, ['verify']);
    return await crypto.subtle.verify('Ed25519', key, signature, message);
  } catch (e) {
    if (e.name === 'NotSupportedError') throw e;
    return false;
  }
}

/** Whether the payload is the RFC 8785 form of what it says; half of a surrogate pair and great depth have none. */
function canonical(statement, payload) {
  try {
    return statement !== null && equal(bytes(written(statement)), payload);
  } catch (e) {
    if (e instanceof Refused || e instanceof RangeError) return false;
    throw e;
  }
}

/** RFC 8785: names in the order of their UTF-16 units, numbers and texts as ECMAScript writes them. */
function written(value) {
  if (Array.isArray(value)) return `[${value.map(written).join(',')}]`;
  if (value === null || typeof value !== 'object') return JSON.stringify(value);
  return `{${Object.keys(value).sort().map((name) => `${JSON.stringify(name)}:${written(value[name])}`).join(',')}}`;
}

function told(statement) {
  const predicate = statement === null ? null : statement.predicate;
  const name = ['time', 'timeVerified'].find((each) => hasText(predicate, each));
  return name === undefined ? null : time(predicate[name]);
}

function time(text) {
  const shape = /^\d{4}-\d\d-\d\dT\d\d:\d\d:\d\d(\.\d{1,9})?(Z|[+-]\d\d:\d\d)$/;
  const value = shape.test(text) ? Date.parse(text) : NaN;
  if (Number.isNaN(value)) throw new Refused('FORMAT_INVALID', 'expected an RFC 3339 time, found another text');
  return value;
}

function documentOf(name, text) {
  const value = text.length > DOCUMENT_CHARS_MAX ? null : json(text);
  if (value === null) throw new Refused('FORMAT_INVALID', `expected a JSON object of at most 1 MiB as ${name}`);
  return value;
}

/** The object in a text, or null when it is none, names a member twice or is nested too deep. */
function json(text) {
  try {
    const value = JSON.parse(text);
    return typeof value === 'object' && !Array.isArray(value) && plain(text) ? value : null;
  } catch {
    return null;
  }
}

/** Whether each object of a JSON text has each name once, in well-formed Unicode, and none is nested too deep. */
function plain(text) {
  const open = [];
  for (const [found, colon] of text.matchAll(/"[^"\\]*(?:\\.[^"\\]*)*"(\s*:)?|[{}[\]]/g)) {
    if (found === '{' || found === '[') {
      if (open.push(new Set()) > DEPTH_MAX) return false;
    } else if (found === '}' || found === ']') {
      open.pop();
    } else if (colon !== undefined) {
      const name = JSON.parse(found.slice(0, -colon.length));
      if (open.at(-1).has(name) || !name.isWellFormed()) return false;
      open.at(-1).add(name);
    }
  }
  return true;
}

function utf8(data) {
  try {
    return new TextDecoder('utf-8', { fatal: true, ignoreBOM: true }).decode(data);
  } catch {
    return '';
  }
}

function hasText(value, name) {
  return typeof value === 'object' && value !== null && typeof value[name] === 'string';
}

/** Bytes of base64; padding may be left out. */
function base64(text) {
  try {
    if (!/^[A-Za-z0-9+/]*={0,2}$/.test(text)) throw new TypeError();
    return Uint8Array.from(atob(text), (each) => each.charCodeAt(0));
  } catch {
    throw new Refused('FORMAT_INVALID', 'expected base64, found another text');
  }
}

/** Bytes of base64 in one of its two alphabets, whose last digit has no bits that are of no byte. */
function eitherBase64(text) {
  const standard = /[+/]/.test(text) ? text : text.replaceAll('-', '+').replaceAll('_', '/');
  const value = base64(standard);
  const digits = standard.replace(/=+$/, '');
  const last = digits.slice(digits.length - (digits.length % 4));
  if (!btoa(atob(last)).startsWith(last)) {
    throw new Refused('FORMAT_INVALID', 'expected base64, found loose bits in the last digit');
  }
  return value;
}

/** Bytes of base64 in its only form, with padding. */
function exactBase64(text) {
  if (text.length % 4 !== 0 || /[-_]/.test(text)) throw new Refused('FORMAT_INVALID', 'expected base64 with padding');
  return eitherBase64(text);
}

function hashOf(line) {
  const value = line.length === 44 ? exactBase64(line) : new Uint8Array();
  if (value.length !== 32) throw new Refused('FORMAT_INVALID', 'expected a hash of 32 bytes in base64');
  return value;
}

function decimal(text) {
  if (!/^(0|[1-9][0-9]{0,18})$/.test(text) || BigInt(text) >= 1n << 63n) {
    throw new Refused('FORMAT_INVALID', 'expected a number below 2^63 without leading zeros');
  }
  return BigInt(text);
}

function pem(text) {
  const begin = text.indexOf(PEM_BEGIN);
  const end = text.indexOf(PEM_END);
  const raw = base64(begin < 0 || end < begin ? '' : text.slice(begin + PEM_BEGIN.length, end).replace(/[\r\n]/g, ''));
  if (raw.length !== 44 || hex(raw.slice(0, 12)) !== SPKI) {
    throw new Refused('FORMAT_INVALID', 'expected an Ed25519 public key in PEM');
  }
  return raw.slice(12);
}

async function vkeyOf(text) {
  const [, name, hint, encoded] = /^([^+]+)\+([0-9a-f]{8})\+(.*)$/.exec(text) ?? ['', '', '', ''];
  const typed = exactBase64(encoded);
  const expected = hex(await sha256(joined(bytes(`${name}\n`), typed))).slice(0, 8);
  if (typed.length !== 33 || typed[0] !== 1 || hint !== expected) {
    throw new Refused('FORMAT_INVALID', 'expected a verifier key: name, key id and Ed25519 key');
  }
  return { name, raw: typed.slice(1) };
}

function bytes(text) {
  if (!text.isWellFormed()) throw new Refused('FORMAT_INVALID', 'expected well-formed Unicode, found half of a surrogate pair');
  return new TextEncoder().encode(text);
}

function joined(...parts) {
  const all = new Uint8Array(parts.reduce((sum, { length }) => sum + length, 0));
  let at = 0;
  for (const part of parts) {
    all.set(part, at);
    at += part.length;
  }
  return all;
}

async function sha256(data) {
  return new Uint8Array(await crypto.subtle.digest('SHA-256', data));
}

function hex(data) {
  return Array.from(data, (each) => each.toString(16).padStart(2, '0')).join('');
}

function equal(a, b) {
  return a.length === b.length && a.every((each, i) => each === b[i]);
}

/** Little-endian. */
function number(data) {
  return BigInt(`0x${hex(data.slice().reverse())}`);
}
