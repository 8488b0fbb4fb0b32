import assert from 'node:assert/strict';
import { once } from 'node:events';
import { request } from 'node:http';
import { type AddressInfo, createServer, type Socket } from 'node:net';
import { type TestContext, test } from 'node:test';
import { oneAnswer } from '../../src/adapters/one-answer.ts';

const PATIENCE_MS = 500;

/** Hosts that answer in a way that no caller can go on with. */
const HOSTS: Record<string, (socket: Socket) => void> = {
  'wants to speak another protocol': (socket) =>
    void socket.write('HTTP/1.1 101 Switching Protocols\r\nconnection: Upgrade\r\nupgrade: x\r\n\r\n'),
  'wants that and closes': (socket) =>
    void socket.end('HTTP/1.1 101 Switching Protocols\r\nconnection: Upgrade\r\nupgrade: x\r\n\r\n'),
  'closes at once': (socket) => void socket.end(),
  'breaks off': (socket) => void socket.resetAndDestroy(),
  'says something else': (socket) => void socket.end('220 mail.example ESMTP\r\n'),
  'says nothing': () => {},
  'says that it goes on, and never does': (socket) => void socket.write('HTTP/1.1 103 Early Hints\r\n\r\n'),
};

for (const [what, answer] of Object.entries(HOSTS)) {
  test(`a host that ${what} keeps nobody waiting`, async (t) => {
    const port = await host(t, answer);
    const began = performance.now();
    await assert.rejects(asked(port));
    assert.ok(performance.now() - began < 4 * PATIENCE_MS);
  });
}

test('a host that answers is answered by', async (t) => {
  const port = await host(t, (socket) => void socket.end('HTTP/1.1 204 No Content\r\n\r\n'));
  assert.equal((await asked(port)).statusCode, 204);
});

function asked(port: number) {
  const signal = AbortSignal.timeout(PATIENCE_MS);
  return oneAnswer(request({ host: '127.0.0.1', port, agent: false, signal }), signal);
}

async function host(t: TestContext, answer: (socket: Socket) => void): Promise<number> {
  const open = new Set<Socket>();
  const server = createServer((socket) => {
    open.add(socket.on('error', () => {}));
    socket.once('data', () => answer(socket));
  }).listen(0, '127.0.0.1');
  t.after(() => {
    for (const socket of open) socket.destroy();
    server.close();
  });
  await once(server, 'listening');
  return (server.address() as AddressInfo).port;
}
