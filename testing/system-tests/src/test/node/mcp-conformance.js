// The scenarios of the protocol's conformance suite that a server with tools alone has to pass. The
// suite sends no token, so a proxy puts it in and names the server's own host.
// stdin: {"url", "token"}
// stdout: {"<scenario>": what the suite printed}
import { spawn } from 'node:child_process';
import { readFileSync } from 'node:fs';
import http from 'node:http';

const SCENARIOS = ['server-initialize', 'ping', 'tools-list', 'dns-rebinding-protection'];
const SUITE = 'node_modules/@modelcontextprotocol/conformance/dist/index.js';

const { url, token } = JSON.parse(readFileSync(0, 'utf8'));
const server = new URL(url);

const proxy = http.createServer((request, response) => {
  const own = request.headers.host;
  const headers = { ...request.headers, authorization: `Bearer ${token}` };
  if (own === `127.0.0.1:${proxy.address().port}`) {
    headers.host = server.host;
    if (headers.origin === `http://${own}`) {
      headers.origin = `http://${server.host}`;
    }
  }
  const { method, url: path } = request;
  const passed = http.request(
    { host: server.hostname, port: server.port, method, path, headers },
    (answer) => {
      response.writeHead(answer.statusCode, answer.headers);
      answer.pipe(response);
    },
  );
  passed.on('error', () => response.destroy());
  request.pipe(passed);
});
await new Promise((listening) => proxy.listen(0, '127.0.0.1', listening));

function run(scenario) {
  const target = `http://127.0.0.1:${proxy.address().port}/mcp`;
  const suite = spawn(process.execPath, [SUITE, 'server', '--url', target, '--scenario', scenario]);
  let output = '';
  suite.stdout.on('data', (bytes) => (output += bytes));
  suite.stderr.on('data', (bytes) => (output += bytes));
  return new Promise((ended) => suite.on('close', () => ended(output)));
}

const answers = {};
for (const scenario of SCENARIOS) {
  answers[scenario] = await run(scenario);
}
proxy.close();
proxy.closeAllConnections();
console.log(JSON.stringify(answers));
