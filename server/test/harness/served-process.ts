import assert from 'node:assert/strict';
import { fork } from 'node:child_process';
import { once } from 'node:events';
import { fileURLToPath } from 'node:url';
import { type Client, openClient } from './client.ts';
import type { Cleaned } from './database.ts';

const SCRIPT = fileURLToPath(new URL('./serve.ts', import.meta.url));
const UNLIMITED = 10_000_000;

/** The service in a process of its own. */
export interface ServedProcess extends Client {
  /** Ends the process as a power cut would: nothing is told, nothing is flushed. */
  kill(): Promise<void>;
  /** For how many milliseconds at most its event loop stood still since this was asked before. */
  longestBlock(): Promise<number>;
  /** Milliseconds of processor time that its event loop has used so far. */
  processorTime(): Promise<number>;
  /** The bytes of memory that it takes up. */
  memory(): Promise<number>;
}

/** Starts a process that serves the database; it is gone when the test ends. */
export async function serveInProcess(
  t: Cleaned,
  {
    databaseUrl,
    rateLimitPerMinute = UNLIMITED,
    trustedProxies = 0,
  }: { databaseUrl: string; rateLimitPerMinute?: number; trustedProxies?: number },
): Promise<ServedProcess> {
  const child = fork(SCRIPT, [JSON.stringify({ databaseUrl, rateLimitPerMinute, trustedProxies })]);
  const gone = once(child, 'exit');
  const kill = async () => {
    child.kill('SIGKILL');
    await gone;
  };
  t.after(kill);
  const base = await Promise.race([
    once(child, 'message').then(([address]) => String(address)),
    gone.then(() => Promise.reject(new Error('the process ended before it listened'))),
  ]);
  const told = async (what: string) => {
    child.send(what);
    const [answer] = await once(child, 'message');
    return Number(answer);
  };
  return {
    ...openClient(base),
    kill,
    longestBlock: () => told('longest block'),
    processorTime: () => told('processor time'),
    memory: () => told('memory'),
  };
}

/** Garbage is collected now and then: what blocks by itself does so every time. */
const TRIES = 3;

/** Holds that work keeps the event loop of a process busy for no longer than that at a stretch, in milliseconds. */
export async function mustBlockNoLongerThan(
  ms: number,
  served: ServedProcess,
  what: string,
  work: () => Promise<unknown>,
): Promise<void> {
  let shortest = Number.POSITIVE_INFINITY;
  for (let tries = 0; tries < TRIES && shortest > ms; tries += 1) {
    await served.longestBlock();
    await work();
    shortest = Math.min(shortest, await served.longestBlock());
  }
  assert.ok(shortest <= ms, `${what} held the event loop for ${shortest} ms`);
}
