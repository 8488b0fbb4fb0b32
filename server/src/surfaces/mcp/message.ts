import { z } from 'zod';
import type { Caller } from '../../base/caller.ts';
import { Refusal } from '../../base/errors.ts';
import { read } from '../../base/operation.ts';

/** What a message asks for that is no operation. */
export type Work = (caller: Caller) => void | Promise<void>;

/** A message that runs no operation passes the gate like one: it is admitted, counted and leaves an event. */
export const mcpMessage = read({
  name: 'mcp_message',
  summary: 'A message of the Model Context Protocol',
  description: 'Handshake, lists, prompts and completion; calls of tools are operations of their own.',
  rest: 'POST /mcp',
  tool: null,
  scope: null,
  organization: 'caller',
  input: z.object({ work: z.custom<Work>() }),
  output: z.object({}),
  async run({ work }, { caller }) {
    await work(caller);
    return {};
  },
});

/** What the event of a message says that the protocol does not allow. */
export const NOT_AS_WANTED = 'validation_error';

/** For a message that the protocol does not allow: its event says so, whatever the protocol answers. */
export function notAsWanted(status: number): Refusal {
  return new Refusal(NOT_AS_WANTED, 'The message is not as the protocol wants it.', { status });
}
