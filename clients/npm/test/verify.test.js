import assert from 'node:assert/strict';
import { createHash, generateKeyPairSync, sign } from 'node:crypto';
import test from 'node:test';
import { verify } from 'assay-referee/verify';

const sha256 = (...parts) => createHash('sha256').update(Buffer.concat(parts)).digest();
const attestor = generateKeyPairSync('ed25519');
const log = generateKeyPairSync('ed25519');
const spki = ({ publicKey }) => publicKey.export({ type: 'spki', format: 'pem' });
const raw = ({ publicKey }) => publicKey.export({ type: 'spki', format: 'der' }).subarray(12);
const NAME = 'log.example/a';

/** A log of three entries, of which the statement is the last. */
function attestation({
  payload = '{"predicate":{"time":"2026-01-01T00:00:00.000Z"}}',
  type = 'application/vnd.in-toto+json',
  notAfter,
} = {}) {
  const body = Buffer.from(payload);
  const pae = Buffer.concat([Buffer.from(`DSSEv1 ${type.length} ${type} ${body.length} `), body]);
  const signature = sign(null, pae, attestor.privateKey).toString('base64');
  const leaf = (data) => sha256(Buffer.of(0), data);
  const left = sha256(Buffer.of(1), leaf(Buffer.from('a')), leaf(Buffer.from('b')));
  const root = sha256(Buffer.of(1), left, leaf(body));
  const text = `${NAME}\n3\n${root.toString('base64')}\n`;
  const typed = Buffer.concat([Buffer.of(1), raw(log)]);
  const hint = sha256(Buffer.from(`${NAME}\n`), typed).subarray(0, 4);
  const signed = Buffer.concat([hint, sign(null, Buffer.from(text), log.privateKey)]).toString('base64');
  return {
    envelope: JSON.stringify({ payloadType: type, payload: body.toString('base64'), signatures: [{ sig: signature }] }),
    proof: `c2sp.org/tlog-proof@v1\nindex 2\n${left.toString('base64')}\n\n${text}\n— ${NAME} ${signed}\n`,
    keys: JSON.stringify({
      keys: [
        { use: 'attestation', spki: spki(attestor), ...(notAfter ? { notAfter } : {}) },
        { use: 'checkpoint', spki: spki(log), vkey: `${NAME}+${hint.toString('hex')}+${typed.toString('base64')}` },
      ],
    }),
    id: sha256(body).toString('hex'),
  };
}

async function code({ envelope, proof, keys, id }) {
  return (await verify(envelope, proof, keys, id)).code;
}

test('what is signed and in the log is verified', async () => {
  const outcome = await verify(...Object.values(attestation()));
  assert.deepEqual(outcome.checks.filter(({ holds }) => !holds), []);
  assert.equal(outcome.verified, true);
});

test('each failure has its code', async () => {
  const good = attestation();
  const changed = (envelope) => ({ ...good, envelope: JSON.stringify({ ...JSON.parse(good.envelope), ...envelope }) });
  assert.equal(await code(changed({ payload: 'e30=' })), 'SIGNATURE_INVALID');
  assert.equal(await code(changed({ signatures: [{ sig: 'A'.repeat(86) }] })), 'SIGNATURE_INVALID');
  assert.equal(await code(changed({ signatures: [] })), 'FORMAT_INVALID');
  assert.equal(await code(attestation({ type: 'application/json' })), 'SIGNATURE_INVALID');
  assert.equal(await code({ ...good, id: '0'.repeat(64) }), 'ID_MISMATCH');
  assert.equal(await code({ ...good, proof: good.proof.replace('index 2', 'index 1') }), 'NOT_INCLUDED');
  assert.equal(await code({ ...good, proof: good.proof.replace('\n3\n', '\n4\n') }), 'CHECKPOINT_INVALID');
  assert.equal(await code({ ...good, proof: good.proof.slice(0, 30) }), 'FORMAT_INVALID');
  assert.equal(await code({ ...good, proof: good.proof.replace('index 2', 'index 02') }), 'FORMAT_INVALID');
  assert.equal(await code({ ...good, keys: '{"keys":[]}' }), 'SIGNATURE_INVALID');
  assert.equal(await code(attestation({ notAfter: '2025-12-31T00:00:00Z' })), 'KEY_NOT_IN_USE');
  assert.equal(await code(attestation({ payload: '{"b":1,"a":1}' })), 'NOT_CANONICAL');
  assert.equal(await code(attestation({ payload: '{"a":1,"a":1}' })), 'NOT_CANONICAL');
});

test('a document that two readers could read differently is none', async () => {
  const good = attestation();
  const deep = (levels) => `"x":${'['.repeat(levels)}${']'.repeat(levels)},`;
  for (const name of ['envelope', 'keys']) {
    const more = (member) => code({ ...good, [name]: good[name].replace('{', `{${member}`) });
    assert.equal(await more('"x":"}{[",'), null);
    assert.equal(await more(deep(31)), null);
    assert.equal(await more(deep(32)), 'FORMAT_INVALID');
    assert.equal(await more('"a":{"a":1},'), null);
    assert.equal(await more('"\\ud800":1,'), 'FORMAT_INVALID');
    assert.equal(await more('"a":1,"\\u0061":1,'), 'FORMAT_INVALID');
  }
  assert.equal(await code({ ...good, keys: good.keys.replace('{', '{"keys":[],') }), 'FORMAT_INVALID');
  assert.equal(await code({ ...good, keys: '{"keys":{}}' }), 'FORMAT_INVALID');
  assert.equal(await code({ ...good, keys: good.keys.replace('BEGIN', 'BEGUN') }), 'FORMAT_INVALID');
  assert.equal(await code({ ...good, envelope: good.envelope.replace('{', '{"payload":"e30=",') }), 'FORMAT_INVALID');
  assert.equal(await code({ ...good, envelope: good.envelope.replace('{"sig"', '{"keyid":7,"sig"') }), 'FORMAT_INVALID');
  assert.equal(await code({ ...good, proof: `${good.proof}another line\n` }), 'CHECKPOINT_INVALID');
});

test('a large envelope is read in no time', async () => {
  const good = attestation();
  const began = performance.now();
  assert.equal(await code({ ...good, envelope: good.envelope.replace('{', `{"x":"${'a'.repeat(200_000)}",`) }), null);
  assert.ok(performance.now() - began < 5_000);
});

test('a signature whose S is not below the order of the group is refused', async () => {
  const good = attestation();
  const document = JSON.parse(good.envelope);
  const signature = Buffer.from(document.signatures[0].sig, 'base64');
  const order = 2n ** 252n + 27742317777372353535851937790883648493n;
  const s = BigInt(`0x${Buffer.from(signature.subarray(32)).reverse().toString('hex')}`) + order;
  Buffer.from(s.toString(16).padStart(64, '0'), 'hex').reverse().copy(signature, 32);
  document.signatures[0].sig = signature.toString('base64');
  assert.equal(await code({ ...good, envelope: JSON.stringify(document) }), 'SIGNATURE_INVALID');
});

test('what is no document fails by its format', async () => {
  for (const envelope of ['', '[]', 'null', '{}', '{"payload":"*","payloadType":"t","signatures":[{}]}']) {
    assert.equal(await code({ envelope, proof: '', keys: '{}' }), 'FORMAT_INVALID');
  }
});
