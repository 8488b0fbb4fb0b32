import type { McpHttpHandler } from '@modelcontextprotocol/server';
import type { Caller } from '../../base/caller.ts';
import type { Line } from '../../base/turns.ts';
import type { Answer } from '../../gate/answer.ts';
import type { Gate } from '../../gate/call.ts';
import type { ProtocolParts } from './protocol.ts';
import type { Stream } from './reply.ts';

/** Messages that the library speaks, by person: each costs several times what an ordinary request does. */
export const SPOKEN: Line = {
  name: 'spoken messages',
  atOnce: 4,
  atOnceOfOne: 2,
  mostWaiting: 2_000,
  mostWaitingOfOne: 300,
  waitsMs: 20_000,
  refusal: 'Too many messages of the protocol are under way. Try again in a moment.',
};

/** Speaks the protocol to a caller: the library, which is loaded when the first message needs it. */
export type Speech = (caller: Caller) => Promise<Pick<McpHttpHandler, 'fetch'>>;

/** The library with our own server in it. */
export function ownSpeech(parts: ProtocolParts, { services: { log } }: Gate): Speech {
  return async (caller) => {
    const { handlerFor } = await import('./protocol.ts');
    return handlerFor(parts, caller, log);
  };
}

/** What the library answers, with the headers that every answer has. */
export function streamOf(response: Response, { headers: { 'content-type': _, ...common } }: Answer): Stream {
  const headers = { ...common, ...Object.fromEntries(response.headers) };
  return { status: response.status, headers, pieces: response.body ?? nothing() };
}

async function* nothing(): AsyncGenerator<string> {}
