import assert from 'node:assert/strict';
import { Agent, type IncomingMessage, request } from 'node:http';
import type { Cleaned } from '../harness/database.ts';

const PATIENCE_MS = 5_000;

/** A stream of events that somebody reads. */
export interface Following {
  readonly requestId: string;
  /** The topics told by then, each once: waits until these are among them. */
  told(...topics: string[]): Promise<string[]>;
  /** What has been told so far. */
  readonly heard: readonly string[];
  /** Resolves when the service has ended it. */
  readonly ended: Promise<void>;
  leave(): void;
}

/** Opens the stream of an organization with a session, and waits for its first piece. */
export async function follow(
  t: Cleaned,
  base: string,
  { cookie, org = 'harbor' }: { cookie: string; org?: string },
): Promise<Following> {
  const agent = new Agent();
  const incoming = await new Promise<IncomingMessage>((resolve, reject) => {
    request(`${base}/dashboard/v1/organizations/${org}/events`, { agent, headers: { cookie } }, resolve)
      .once('error', reject)
      .end();
  });
  const leave = () => void incoming.destroy();
  t.after(leave);
  assert.equal(incoming.statusCode, 200);
  assert.equal(incoming.headers['content-type'], 'text/event-stream');
  const heard: string[] = [];
  let text = '';
  let look = () => {};
  const ended = new Promise<void>((resolve) => incoming.once('close', resolve));
  incoming.on('error', () => {});
  const opened = new Promise<void>((resolve) => {
    incoming.on('data', (chunk: Buffer) => {
      text += chunk;
      heard.splice(0, heard.length, ...new Set([...text.matchAll(/^data: (.+)$/gm)].flatMap(topicsOf)));
      if (text.includes('event: following')) resolve();
      look();
    });
  });
  await opened;
  const told = (...topics: string[]) =>
    new Promise<string[]>((resolve, reject) => {
      const late = setTimeout(() => reject(new Error(`${topics} did not come, but ${heard}`)), PATIENCE_MS);
      look = () => {
        if (!topics.every((topic) => heard.includes(topic))) return;
        clearTimeout(late);
        resolve([...heard]);
      };
      look();
    });
  return { requestId: String(incoming.headers['x-request-id']), told, heard, ended, leave };
}

function topicsOf([, data = '']: RegExpMatchArray): string[] {
  const { topics = [] }: { topics?: string[] } = JSON.parse(data);
  return topics;
}
