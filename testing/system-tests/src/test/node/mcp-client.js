// An agent that claims, waits and checks the proof through the official TypeScript client, in both
// eras of the protocol and over both transports.
// stdin: {"url", "token", "server": {"command", "args", "env"}, "artifact": {"role", "sha256", ...}}
// stdout: [{"transport", "era", "protocol", "tools", "verdict", "verified", "refused"}], one for each way
import { Client, StreamableHTTPClientTransport } from '@modelcontextprotocol/client';
import { StdioClientTransport } from '@modelcontextprotocol/client/stdio';
import { readFileSync } from 'node:fs';

const WAITS_MAX = 8;

const question = JSON.parse(readFileSync(0, 'utf8'));

const transports = {
  http: () =>
    new StreamableHTTPClientTransport(new URL('/mcp', question.url), {
      requestInit: { headers: { Authorization: `Bearer ${question.token}` } },
    }),
  stdio: () => new StdioClientTransport(question.server),
};

const eras = {
  initialize: { mode: 'legacy' },
  discover: { mode: { pin: '2026-07-28' } },
};

// The client checks a structured answer against the tool's output schema.
async function call(client, name, args) {
  const answer = await client.callTool({ name, arguments: args }, { timeout: 100_000 });
  return answer.isError ? JSON.parse(answer.content[0].text) : answer.structuredContent;
}

async function run(transport, era) {
  const client = new Client({ name: 'assay-test', version: '1' }, { versionNegotiation: eras[era] });
  await client.connect(transports[transport]());
  try {
    const { tools } = await client.listTools();
    const item = `mcp/typescript-${transport}-${era}`;
    await call(client, 'submit_claim', {
      work_item: item,
      idempotency_key: item,
      artifacts: [question.artifact],
    });
    let verdict;
    for (let i = 0; i < WAITS_MAX && !verdict?.decision; i++) {
      verdict = await call(client, 'wait_for_verdict', { work_item: item, timeout_s: 50 });
    }
    const checked = await call(client, 'verify_attestation', { id: verdict.decision.promotion });
    const refused = await call(client, 'get_attestation', { id: '0'.repeat(64) });
    return {
      transport,
      era,
      protocol: client.getNegotiatedProtocolVersion(),
      tools: tools.map((tool) => tool.name),
      verdict: verdict.decision.kind,
      verified: checked.verified,
      refused: refused.code,
    };
  } finally {
    await client.close();
  }
}

const answers = [];
for (const transport of Object.keys(transports)) {
  for (const era of Object.keys(eras)) {
    answers.push(await run(transport, era));
  }
}
console.log(JSON.stringify(answers));
