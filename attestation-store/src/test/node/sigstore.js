// Asks Sigstore's own code. Reads {root, keys, bundles, entries} from standard input, prints for each bundle
// and each log entry "ok" or the code of the error.
import { readFileSync } from 'node:fs';
import { bundleFromJSON } from '@sigstore/bundle';
import { TransparencyLogEntry, TrustedRoot } from '@sigstore/protobuf-specs';
import { toSignedEntity, toTrustMaterial, Verifier } from '@sigstore/verify';
import { verifyTLogBody, verifyTLogInclusion } from '@sigstore/verify/dist/tlog/index.js';
import { signatureContent } from '@sigstore/verify/dist/bundle/index.js';

const { root, keys, bundles, entries } = JSON.parse(readFileSync(0, 'utf8'));
const byHint = {};
for (const [hint, der] of Object.entries(keys)) {
  byHint[hint] = { rawBytes: Buffer.from(der, 'base64') };
}
const trust = toTrustMaterial(TrustedRoot.fromJSON(root), byHint);
const verifier = new Verifier(trust, { tlogThreshold: 0, timestampThreshold: 0 });
const outcome = (check) => {
  try {
    check();
    return 'ok';
  } catch (e) {
    return e.code ?? e.constructor.name;
  }
};
const each = (things, check) =>
  Object.fromEntries(Object.entries(things).map(([name, thing]) => [name, outcome(() => check(thing))]));

const content = signatureContent(bundleFromJSON(bundles.whole));
process.stdout.write(
  JSON.stringify({
    bundles: each(bundles, (bundle) => verifier.verify(toSignedEntity(bundleFromJSON(bundle)))),
    inclusion: each(entries, (entry) => verifyTLogInclusion(TransparencyLogEntry.fromJSON(entry), trust.tlogs)),
    body: each(entries, (entry) => verifyTLogBody(TransparencyLogEntry.fromJSON(entry), content)),
  }),
);
