// Checks COSE receipts with another COSE library and another CBOR reader, as RFC 9942, section 5.2, says.
// Reads {key, entry, receipts} from standard input, all in base64, prints for each receipt "ok" or why not.
import { createHash, createPublicKey } from 'node:crypto';
import { readFileSync } from 'node:fs';
import { Sign1 } from '@auth0/cose';
import { decode } from 'cbor2';

const sha256 = (...parts) => createHash('sha256').update(Buffer.concat(parts)).digest();
const root = (entry, size, index, path) => {
  let [node, last] = [index, size - 1];
  let hash = sha256(Buffer.of(0), entry);
  for (const sibling of path) {
    if (last === 0) throw new Error('path too long');
    if (node % 2 === 1 || node === last) {
      hash = sha256(Buffer.of(1), Buffer.from(sibling), hash);
      while (node % 2 === 0 && node !== 0) {
        node = Math.floor(node / 2);
        last = Math.floor(last / 2);
      }
    } else {
      hash = sha256(Buffer.of(1), hash, Buffer.from(sibling));
    }
    node = Math.floor(node / 2);
    last = Math.floor(last / 2);
  }
  if (last !== 0) throw new Error('path too short');
  return hash;
};

const check = async (receipt, entry, key) => {
  const tagged = decode(receipt);
  if (tagged.tag !== 18n && tagged.tag !== 18) throw new Error('no COSE_Sign1');
  const [header, unprotected, payload] = tagged.contents;
  const labels = decode(header);
  if (labels.get(1) !== -8 || labels.get(395) !== 1 || payload !== null) throw new Error('other headers');
  const proofs = unprotected.get(396).get(-1);
  const [size, index, path] = decode(proofs[0]);
  if (labels.get(15).get(-65537) !== size) throw new Error('another size than the one that is signed');
  await Sign1.decode(receipt).verify(key, { detachedPayload: root(entry, size, index, path) });
  return { issuer: labels.get(15).get(1), subject: labels.get(15).get(2), kid: Buffer.from(labels.get(4)).toString('hex') };
};

const { key, entry, receipts } = JSON.parse(readFileSync(0, 'utf8'));
const publicKey = createPublicKey({ key: Buffer.from(key, 'base64'), format: 'der', type: 'spki' });
const answers = {};
for (const [name, receipt] of Object.entries(receipts)) {
  try {
    answers[name] = { ok: await check(Buffer.from(receipt, 'base64'), Buffer.from(entry, 'base64'), publicKey) };
  } catch (e) {
    answers[name] = { refused: e.message };
  }
}
process.stdout.write(JSON.stringify(answers));
