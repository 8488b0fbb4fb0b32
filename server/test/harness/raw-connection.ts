import { connect } from 'node:net';

const PATIENCE_MS = 10_000;

// As Node ends by itself it waits for ever, now and then, for what a broken connection was still to send.
process.on('exit', () => process.exit());

/** A connection on which a test says what it wants, byte by byte. */
export interface RawConnection {
  send(bytes: string | Buffer): void;
  /** Everything received so far, once it matches. */
  until(pattern: RegExp): Promise<string>;
  /** Everything received, once the other side has closed. */
  readonly closed: Promise<string>;
  /** Reads nothing for so long. */
  sleep(ms: number): void;
  /** Breaks the connection off. */
  reset(): void;
}

/** Connects to a service; bytes are written as latin1. */
export async function rawConnection(base: string): Promise<RawConnection> {
  const { hostname, port } = new URL(base);
  const socket = connect(Number(port), hostname);
  let received = '';
  let look = () => {};
  socket.on('data', (chunk) => {
    received += chunk;
    look();
  });
  socket.on('error', () => {});
  const closed = new Promise<string>((resolve) => {
    socket.once('close', () => {
      look();
      resolve(received);
    });
  });
  await new Promise<void>((resolve) => {
    socket.once('connect', resolve).once('close', resolve);
  });
  return {
    closed,
    send: (bytes) => void (typeof bytes === 'string' ? socket.write(bytes, 'latin1') : socket.write(bytes)),
    sleep(ms) {
      socket.pause();
      setTimeout(() => socket.resume(), ms);
    },
    // Where something is still being sent, a reset keeps Node from ending the process: it waits for that for ever.
    reset: () => void (socket.writableLength > 0 ? socket.destroy() : socket.resetAndDestroy()),
    until: (pattern) =>
      new Promise((resolve, reject) => {
        const fail = () => reject(new Error(`${pattern} did not come, but ${JSON.stringify(received)}`));
        const late = setTimeout(fail, PATIENCE_MS);
        look = () => {
          if (pattern.test(received)) resolve(received);
          else if (socket.destroyed) fail();
          else return;
          clearTimeout(late);
        };
        look();
      }),
  };
}

/** The parts of an answer that came as text. */
export function readAnswer(text: string): { status: number; requestId: string; body: string } {
  const [, status] = /^HTTP\/1\.1 (\d+)/.exec(text) ?? [];
  const requestId = /x-request-id: (req_[0-9a-z]{26})/.exec(text)?.[1] ?? '';
  return { status: Number(status), requestId, body: text.slice(text.indexOf('\r\n\r\n') + 4) };
}
