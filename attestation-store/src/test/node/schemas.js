// Checks documents with Ajv. Reads [{schema, document}] from standard input, prints [boolean].
import { readFileSync } from 'node:fs';
import Ajv2020 from 'ajv/dist/2020.js';

const ajv = new Ajv2020.default({ strict: true, strictTypes: false, strictRequired: false });
const compiled = new Map();
const valid = ({ schema, document }) => {
  if (!compiled.has(schema.$id)) {
    compiled.set(schema.$id, ajv.compile(schema));
  }
  return compiled.get(schema.$id)(document);
};
process.stdout.write(JSON.stringify(JSON.parse(readFileSync(0, 'utf8')).map(valid)));
