import type { Refusal } from '../base/errors.ts';
import { type Answer, eventOf, refusalAnswer } from './answer.ts';
import type { Call, Gate, Progress } from './call.ts';

/**
 * Tells a caller that the event of their answer could not be kept. It is the same request still, under the id that may
 * be noted beside what it changed: what is told now is kept in place of the answer that nobody sees, as soon as that can
 * be. What nobody in particular sent was counted already.
 */
export async function answerUnkept(refusal: Refusal, call: Call, gate: Gate, progress: Progress): Promise<Answer> {
  const answer = refusalAnswer(refusal, call, gate, progress);
  const event = eventOf(call, progress, answer);
  const isNobodys = event.organization_id === null && event.actor_type === null;
  if (!isNobodys || event.begun) await gate.audit.keepSoon(event);
  return answer;
}
