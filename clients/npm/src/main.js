#!/usr/bin/env node
/** One JSON request on each line of standard input, one answer on each line out; an error becomes its code. */

import { createInterface } from 'node:readline';
import { AssayClient, AssayError, verify } from './index.js';

async function answered(asked) {
  const client = new AssayClient(asked.url, asked.token);
  try {
    switch (asked.call) {
      case 'put':
        return { ok: await client.put(asked.role, asked.file, asked.mediaType) };
      case 'submit':
        return { ok: await client.submit(asked.event, asked.wait) };
      case 'wait':
        return { ok: await client.wait(asked.workItem, asked.attempt, asked.seconds) };
      case 'explain':
        return { ok: await client.explain(asked.workItem) };
      case 'verify':
        return { ok: await verify(asked.envelope, asked.proof, asked.keys, asked.id) };
      default:
        return { code: 'USAGE', detail: 'expected put, submit, wait, explain or verify' };
    }
  } catch (e) {
    if (!(e instanceof AssayError)) throw e;
    return { code: e.code, detail: e.detail, expected: e.expected, found: e.found };
  }
}

for await (const line of createInterface({ input: process.stdin })) {
  console.log(JSON.stringify(await answered(JSON.parse(line))));
}
