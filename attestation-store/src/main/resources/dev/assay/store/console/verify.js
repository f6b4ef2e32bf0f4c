// Checks an attestation in the browser: nothing that the server says about it is believed, only the
// bytes it sends are looked at. DSSE 1.0, C2SP tlog-proof and tlog-checkpoint, RFC 6962 and RFC 9162.

const STATEMENT = 'application/vnd.in-toto+json';
const UTF8 = new TextEncoder();
const SPKI_BYTES = 44;
const KEY_BYTES = 32;
const SIGNATURE_BYTES = 64;
const TIME_BYTES = 8;
/** The type of a key that cosigns. */
const COSIGNER = 4;
const PROOF_LINES_MAX = 70;

/** Whether this browser can check signatures; false over plain HTTP to another machine. */
export async function able() {
  try {
    await crypto.subtle.importKey('raw', new Uint8Array(KEY_BYTES).fill(9), 'Ed25519', false, ['verify']);
    return true;
  } catch (refusal) {
    return refusal.name === 'DataError';
  }
}

export async function sha256(...parts) {
  return new Uint8Array(await crypto.subtle.digest('SHA-256', joined(parts)));
}

function joined(parts) {
  const whole = new Uint8Array(parts.reduce((sum, part) => sum + part.length, 0));
  let at = 0;
  for (const part of parts) {
    whole.set(part, at);
    at += part.length;
  }
  return whole;
}

export function hex(bytes) {
  return Array.from(bytes, (byte) => byte.toString(16).padStart(2, '0')).join('');
}

export function base64(text) {
  const plain = text.replaceAll('-', '+').replaceAll('_', '/');
  return Uint8Array.from(atob(plain), (character) => character.charCodeAt(0));
}

function toBase64(bytes) {
  return btoa(String.fromCharCode(...bytes));
}

/** The 32 bytes of the Ed25519 key in a PEM. */
function raw(pem) {
  const der = base64(pem.replace(/-----[A-Z ]+-----/g, '').replace(/\s/g, ''));
  if (der.length !== SPKI_BYTES) {
    throw new Error('expected an Ed25519 key of ' + SPKI_BYTES + ' bytes, found ' + der.length);
  }
  return { der, key: der.slice(SPKI_BYTES - KEY_BYTES) };
}

async function signed(key, signature, message) {
  const imported = await crypto.subtle.importKey('raw', key, 'Ed25519', false, ['verify']);
  return crypto.subtle.verify('Ed25519', imported, signature, message);
}

/** What the signature of a DSSE envelope covers. */
function authenticated(type, payload) {
  const typed = UTF8.encode(type);
  return joined([UTF8.encode('DSSEv1 ' + typed.length + ' ' + type + ' ' + payload.length + ' '), payload]);
}

/** A C2SP checkpoint: the text that is signed, what it says, and its signature lines. */
export function checkpoint(note) {
  const end = note.indexOf('\n\n');
  const body = note.slice(0, end + 1);
  const [origin, size, root] = body.split('\n');
  if (end < 0 || !/^(0|[1-9]\d{0,15})$/.test(size ?? '') || base64(root ?? '').length !== 32) {
    throw new Error('expected a checkpoint: origin, size and root');
  }
  const signatures = note.slice(end + 2).split('\n')
    .filter((line) => line.startsWith('— '))
    .map((line) => {
      const space = line.lastIndexOf(' ');
      const blob = base64(line.slice(space + 1));
      return { name: line.slice(2, space), keyId: hex(blob.slice(0, 4)), signature: blob.slice(4) };
    });
  return { body, origin, size: Number(size), root, signatures };
}

/** A C2SP tlog-proof. */
function proof(text) {
  const end = text.indexOf('\n\n');
  const lines = text.slice(0, end).split('\n');
  if (lines[0] !== 'c2sp.org/tlog-proof@v1' || lines.length > PROOF_LINES_MAX) {
    throw new Error('expected a c2sp.org/tlog-proof@v1');
  }
  const index = lines.find((line) => line.startsWith('index '));
  const path = lines.slice(1).filter((line) => !/^(extra|index) /.test(line)).map(base64);
  return { index: Number(index.slice(6)), path, checkpoint: checkpoint(text.slice(end + 2)) };
}

/** The root that leaf and path lead to (RFC 9162, 2.1.3.2). */
async function rootOf(leaf, index, size, path) {
  let node = index;
  let last = size - 1;
  let value = leaf;
  if (!(node <= last)) {
    throw new Error('expected an index below ' + size + ', found ' + index);
  }
  for (const sibling of path) {
    if (last === 0) {
      throw new Error('expected a path to the root, found one that goes on behind it');
    }
    if (node % 2 === 1 || node === last) {
      value = await sha256([1], sibling, value);
      while (node % 2 === 0 && node !== 0) {
        node = Math.floor(node / 2);
        last = Math.floor(last / 2);
      }
    } else {
      value = await sha256([1], value, sibling);
    }
    node = Math.floor(node / 2);
    last = Math.floor(last / 2);
  }
  if (last !== 0) {
    throw new Error('expected a path to the root, found one that ends before it');
  }
  return value;
}

function unlike(what, expected, found) {
  return new Error('expected ' + what + ' ' + expected + ', found ' + found);
}

/** Checks the log's signature of a checkpoint; what was compared, or an Error. */
export async function checkCheckpoint(note, keys) {
  for (const each of keys.filter((key) => key.use === 'checkpoint')) {
    const { key } = raw(each.spki);
    const keyId = hex((await sha256(UTF8.encode(note.origin + '\n'), [1], key)).slice(0, 4));
    const line = note.signatures.find((found) => found.name === note.origin && found.keyId === keyId);
    if (line !== undefined) {
      if (!await signed(key, line.signature, UTF8.encode(note.body))) {
        throw new Error('expected a signature of the key ' + keyId + ' over the checkpoint, found one that is not');
      }
      return [['origin', note.origin], ['entries', String(note.size)], ['root', note.root],
        ['key', keyId + ' = SHA-256(name, key), first four bytes'], ['signature', 'Ed25519 over ' + note.body.length + ' characters']];
    }
  }
  throw new Error('expected a signature of a key of ' + note.origin + ', found none');
}

/**
 * When the witness of `vkey` cosigned the checkpoint (C2SP tlog-cosignature, version 1), in seconds
 * since 1970; null when no line claims to be its, or an Error when one does and is not.
 */
export async function cosigned(note, vkey) {
  const nameEnd = vkey.indexOf('+');
  const name = vkey.slice(0, nameEnd);
  const key = base64(vkey.slice(vkey.indexOf('+', nameEnd + 1) + 1));
  const keyId = hex((await sha256(UTF8.encode(name + '\n'), key)).slice(0, 4));
  const line = note.signatures.find((found) => found.name === name && found.keyId === keyId);
  if (line === undefined) {
    return null;
  }
  if (key[0] !== COSIGNER || key.length !== 1 + KEY_BYTES || line.signature.length !== TIME_BYTES + SIGNATURE_BYTES) {
    throw new Error('expected an Ed25519 cosignature with its time, found something else');
  }
  const seconds = new DataView(line.signature.buffer, line.signature.byteOffset).getBigUint64(0);
  const message = UTF8.encode('cosignature/v1\ntime ' + seconds + '\n' + note.body);
  if (!await signed(key.slice(1), line.signature.slice(TIME_BYTES), message)) {
    throw new Error('expected a cosignature of the key ' + keyId + ' over the checkpoint, found one that is not');
  }
  return Number(seconds);
}

/** Which of `witnesses` cosigned the checkpoint, and when; why none can be told, in a text. */
async function cosignatures(note, witnesses) {
  if (witnesses === null) {
    return 'the keys of log witnesses are told to who acts for all fleets';
  }
  if (witnesses.length === 0) {
    return 'nobody cosigns this log, so that its own key alone says that everybody is shown the same one';
  }
  const found = await Promise.all(witnesses.map(async ({ name, vkey }) => [name, await cosigned(note, vkey)]));
  return found.every(([, seconds]) => seconds === null)
    ? 'no witness has cosigned this checkpoint yet; look again in a moment'
    : found.map(([name, seconds]) => [name, seconds === null ? 'has not cosigned this one'
      : 'cosigned ' + note.size + ' entries at ' + new Date(seconds * 1000).toISOString()]);
}

/**
 * The steps of a check, each with a title and `run`, which answers what was compared, or in a text why
 * nothing was, or fails with what was expected and found. Later steps stand on earlier ones.
 *
 * @param id the attestation's, as the reader knows it
 * @param given the documents as the server sent them: envelope, proof text, keys, the report's bytes,
 *   and the log's witnesses, null where it does not tell them
 */
export function steps(id, given) {
  const payload = base64(given.envelope.payload);
  const [signature] = given.envelope.signatures;
  const key = given.keys.find((each) => each.use === 'attestation' && each.keyid === signature.keyid);
  return {
    payload,
    list: [
      {
        title: 'The id is the SHA-256 of the statement',
        run: async () => {
          const found = hex(await sha256(payload));
          if (found !== id) {
            throw unlike('the id', id, found);
          }
          return [['asked for', id], ['SHA-256 of ' + payload.length + ' bytes', found]];
        },
      },
      {
        title: 'The key is the one it is named by',
        run: async () => {
          if (key === undefined) {
            throw unlike('a published key', signature.keyid, 'none');
          }
          const found = hex(await sha256(raw(key.spki).der));
          if (found !== signature.keyid) {
            throw unlike('the key', signature.keyid, found);
          }
          return [['named', signature.keyid], ['SHA-256 of the key', found]];
        },
      },
      {
        title: 'The director signed this statement',
        run: async () => {
          const message = authenticated(given.envelope.payloadType, payload);
          if (key === undefined || given.envelope.payloadType !== STATEMENT || !await signed(raw(key.spki).key, base64(signature.sig), message)) {
            throw new Error('expected a signature of ' + signature.keyid + ' over the statement, found one that is not');
          }
          return [['covers', 'DSSEv1 ' + given.envelope.payloadType.length + ' ' + given.envelope.payloadType
            + ' ' + payload.length + ' …'], ['signature', signature.sig]];
        },
      },
      {
        title: 'The log has the statement',
        run: async () => {
          const { index, path, checkpoint: note } = proof(given.proof);
          const root = toBase64(await rootOf(await sha256([0], payload), index, note.size, path));
          if (root !== note.root) {
            throw unlike('the root', note.root, root);
          }
          return [['entry', index + ' of ' + note.size], ['path', path.length + ' hashes'],
            ['leads to the root', root], ['root of the checkpoint', note.root]];
        },
      },
      {
        title: 'The log signed that root',
        run: () => checkCheckpoint(proof(given.proof).checkpoint, given.keys),
      },
      {
        title: 'Log witnesses have seen that root',
        run: () => cosignatures(proof(given.proof).checkpoint, given.witnesses),
      },
      ...(given.report === undefined ? [] : [{
        title: 'The report is the one it names',
        run: async () => {
          const named = JSON.parse(new TextDecoder().decode(payload)).predicate.reportDigest;
          if (given.report === null) {
            return 'the bytes are not to be had here';
          }
          const found = hex(await sha256(given.report));
          if (found !== named) {
            throw unlike('the report', named, found);
          }
          return [['named', named], ['SHA-256 of ' + given.report.length + ' bytes', found]];
        },
      }]),
    ],
  };
}

/** Keys that this browser has seen before, so that an exchanged one is noticed. */
export function remembered(keys) {
  const name = 'assay-keys';
  const known = JSON.parse(localStorage.getItem(name) ?? '{}');
  const now = new Date().toISOString();
  const lines = keys.map((key) => ({ key, since: known[key.keyid] ?? null }));
  const fresh = Object.keys(known).length > 0 ? lines.filter((line) => line.since === null) : [];
  localStorage.setItem(name,
    JSON.stringify({ ...known, ...Object.fromEntries(keys.map((key) => [key.keyid, known[key.keyid] ?? now])) }));
  return { lines, fresh };
}
