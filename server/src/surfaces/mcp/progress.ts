import { isRecord } from '../../base/json.ts';
import type { PlainRequest } from './era.ts';

/** The task that an answer names to be followed; undefined where there is none. */
export function taskOf(body: unknown): number | undefined {
  const answer: unknown =
    typeof body === 'string' && body.includes('"task_tracking_id"') ? JSON.parse(body) : undefined;
  return isRecord(answer) && typeof answer.task_tracking_id === 'number' ? answer.task_tracking_id : undefined;
}

/** Events of a stream: one for each stage of the work, then the answer. Nothing else of the request is kept meanwhile. */
export async function* progressEvents(
  progressToken: PlainRequest['progressToken'],
  stages: AsyncIterable<string>,
  answer: string,
): AsyncGenerator<string> {
  let progress = 0;
  try {
    for await (const message of stages) {
      const params = { progressToken, progress, message };
      yield event(JSON.stringify({ jsonrpc: '2.0', method: 'notifications/progress', params }));
      progress += 1;
    }
  } catch {
    // Nobody can tell how far it has come; what was answered is known, and whoever does not hear it asks for it again.
  }
  yield event(answer);
}

function event(message: string): string {
  return `event: message\ndata: ${message}\n\n`;
}
