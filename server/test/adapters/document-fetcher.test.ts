import assert from 'node:assert/strict';
import { createServer } from 'node:net';
import { test } from 'node:test';
import { documentFetcher } from '../../src/adapters/document-fetcher.ts';

const LIMITS = { mostBytes: 5_000 };

test('a document at a private address is refused before anything is connected to', async (t) => {
  let connections = 0;
  const server = createServer((socket) => {
    connections += 1;
    socket.destroy();
  });
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve));
  t.after(() => server.close());
  const address = server.address();
  assert.ok(address !== null && typeof address === 'object');
  const { port } = address;
  const fetcher = documentFetcher({ allowed: [], find: async () => ['127.0.0.1'] });
  for (const url of [
    `https://127.0.0.1:${port}/x.json`,
    `https://localhost:${port}/x.json`,
    'https://[::1]/x.json',
    'https://10.0.0.1/x.json',
    'https://169.254.169.254/latest',
    'https://app.example/x.json',
    'http://app.example/x.json',
  ]) {
    await assert.rejects(fetcher.fetch(url, LIMITS), url);
  }
  assert.equal(connections, 0);
  await assert.rejects(
    documentFetcher({ allowed: [`127.0.0.1:${port}`] }).fetch(`https://127.0.0.1:${port}/x.json`, LIMITS),
  );
  assert.equal(connections, 1, 'but for those that the operator allows');
});
