import type { IncomingMessage, ServerResponse } from 'node:http';

const asked = new WeakSet<ServerResponse>();

/** Whether the sender waits with the body until it is asked for. */
export function expectsContinue({ headers }: IncomingMessage): boolean {
  return headers.expect?.toLowerCase() === '100-continue';
}

/** Asks for the body where the sender waits for that, once: it is about to be read. */
export function askForBody(request: IncomingMessage, response: ServerResponse): void {
  if (!expectsContinue(request) || asked.has(response)) return;
  asked.add(response);
  response.writeContinue();
}
