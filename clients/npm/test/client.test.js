import assert from 'node:assert/strict';
import { createHash } from 'node:crypto';
import { createServer } from 'node:http';
import test, { after, before, beforeEach } from 'node:test';
import { AssayClient, AssayError, event } from 'assay-referee';

let answers = [];
let seen = [];
let client;

const server = createServer(async (request, response) => {
  const chunks = [];
  for await (const chunk of request) chunks.push(chunk);
  seen.push({ path: request.url, headers: request.headers, body: Buffer.concat(chunks).toString() });
  const [status, body] = answers.shift();
  response.writeHead(status, { connection: 'close' });
  response.end(typeof body === 'string' ? body : JSON.stringify(body));
});

before(async () => {
  await new Promise((ready) => server.listen(0, '127.0.0.1', ready));
  client = new AssayClient(`http://127.0.0.1:${server.address().port}/`, 't');
});
after(() => server.close());
beforeEach(() => {
  answers = [];
  seen = [];
});

test('a busy server is asked again', async () => {
  const taken = { workItem: 'w', eventId: 'e', duplicate: false };
  answers = [[429, {}], [503, {}], [202, taken]];
  assert.deepEqual(await client.submit(event('s', 'e', {})), taken);
  assert.equal(new Set(seen.map(({ body }) => body)).size, 1);
});

test('a file that is not there is named', async () => {
  await assert.rejects(client.put('test-report', 'no-such-report.xml'), { code: 'ENOENT', message: /no-such-report\.xml/ });
  assert.equal(seen.length, 0);
});

test('a problem has its members', async () => {
  answers = [[422, { code: 'INVALID_ID', detail: 'd', expected: 'an id', found: "'!'", field: 'workItem' }]];
  await assert.rejects(client.submit(event('s', 'e', {})), (e) => {
    assert.ok(e instanceof AssayError);
    assert.deepEqual([e.code, e.status, e.expected, e.found, e.field], ['INVALID_ID', 422, 'an id', "'!'", 'workItem']);
    return true;
  });
});

test('what is stored already is no failure', async () => {
  answers = [[412, { code: 'PRECONDITION_FAILED' }]];
  const artifact = await client.put('test-log', Buffer.from('abc'), 'text/plain');
  assert.equal(artifact.sha256, createHash('sha256').update('abc').digest('hex'));
  assert.equal(seen[0].headers['if-none-match'], '*');
  assert.equal(seen[0].headers['x-expected-sha256'], artifact.sha256);
});

test('an upload may last while it goes on, and ends in silence', async (t) => {
  t.mock.timers.enable({ apis: ['setTimeout'] });
  const content = Buffer.alloc(32 * 1024 * 1024);
  let reads = true;
  let received = 0;
  const slow = createServer((request, response) => {
    request.on('data', (chunk) => {
      const megabytes = received >> 20;
      received += chunk.length;
      if (megabytes !== received >> 20) t.mock.timers.tick(2_000); // a minute in all
      if (!reads) request.pause();
    });
    request.on('end', () => response.writeHead(201, { connection: 'close' }).end('{}'));
  });
  await new Promise((ready) => slow.listen(0, '127.0.0.1', ready));
  const to = new AssayClient(`http://127.0.0.1:${slow.address().port}`);

  assert.equal((await to.put('workspace', content)).size, content.length);
  assert.equal(received, content.length);

  reads = false;
  let failed = null;
  const stuck = to.put('workspace', content).catch((e) => (failed = e));
  await new Promise((begun) => slow.once('request', (request) => request.once('data', begun)));
  while (failed === null) {
    t.mock.timers.tick(31_000);
    await new Promise(setImmediate);
  }
  await stuck;
  assert.equal(failed.code, 'UNREACHABLE');
  assert.match(failed.message, /TimeoutError/);
  slow.closeAllConnections();
  slow.close();
});

test('a broken stream goes on behind its last event', async () => {
  answers = [
    [200, 'id: 7\nevent: attestation\ndata: {"id":"a"}\n\n'],
    [200, 'id: 8\nevent: decision\ndata: {"kind":"PROMOTE","attempt":1}\n\n'],
  ];
  assert.equal((await client.wait('shop/cart 42', 1, 30)).kind, 'PROMOTE');
  assert.equal(seen[0].path, '/v1/work-items/shop%2Fcart%2042/events');
  assert.equal(seen[1].headers['last-event-id'], '7');
});

test('nothing there has a code', async () => {
  const nobody = new AssayClient('http://127.0.0.1:1');
  await assert.rejects(nobody.explain('w'), { code: 'UNREACHABLE', message: / at http:\/\/127\.0\.0\.1:1, found / });
  await assert.rejects(nobody.wait('w', 1, 0.1), { code: 'UNREACHABLE' });
});
