import { useMutation } from '@tanstack/react-query';
import { useRef } from 'react';
import { CallError } from '../call.ts';
import { type Act, type Executed, newIdempotencyKey } from './act.ts';
import { isUncertain, refusesAll } from './error-words.ts';
import { useTell } from './use-acts.ts';
import { useReadAgain } from './use-follow.ts';
import { isPossible, lookAt } from './use-preview.ts';

/** Names what one act does, or several together. */
export type Words = Pick<Act, 'label' | 'done' | 'underWay'>;

/** A change that was not made, and why. */
export interface Failed {
  act: Act;
  error: CallError;
}

/** A change that was made, and of which campaign. */
type Made = Executed & Pick<Act, 'campaign'>;

/** What is left when not everything was done. */
interface Rest {
  failed: readonly Failed[];
  /** What an earlier try had made after all, and others have changed since. */
  overtaken: readonly Act[];
  held?: CallError;
}

/** Makes the changes one after the other; whatever was made is told, whatever was not stays on the screen. */
export function useRun(all: readonly Act[], words: (made: number) => Words | undefined, onAllDone: () => void) {
  const unsure = useRef(new Map<string, Sent>());
  const madeBefore = useRef(new Set<string>());
  const tell = useTell();
  const readAgain = useReadAgain();
  return useMutation<Rest, CallError, readonly Act[]>({
    async mutationFn(acts) {
      const made: Made[] = [];
      const failed: Failed[] = [];
      const overtaken: Act[] = [];
      for (const [at, act] of acts.entries()) {
        const again = unsure.current.has(act.id);
        const result = await once(act, unsure.current);
        if (result instanceof CallError) {
          const asked = refusesAll(result) ? acts.slice(at) : [act];
          failed.push(...asked.map((one) => ({ act: one, error: result })));
          if (refusesAll(result)) break;
        } else if (again && (await isOvertaken(act, result))) overtaken.push(act);
        else {
          made.push({ campaign: act.campaign, ...result });
          madeBefore.current.add(act.id);
        }
      }
      await readAgain();
      const tried = new Set(acts.map(({ id }) => id));
      const left = all.filter(({ id }) => !tried.has(id) && !madeBefore.current.has(id)).length;
      const skipped = made.flatMap((one) => one.skipped ?? []);
      const done = (count: number) => words(count)?.done ?? '';
      if (made.length > 0) {
        void tell({ done, underWay: words(made.length)?.underWay, parts: made, skipped, left });
      }
      if (failed.length === 0 && overtaken.length === 0) onAllDone();
      const held = failed.find(({ error }) => error.code === 'approval_required')?.error;
      return { failed, overtaken, ...(held && { held }) };
    },
  });
}

/** A change as it was sent: the same key goes with the same request. */
interface Sent {
  act: Act;
  key: string;
}

/** A change whose answer never came is sent again as it was and under its key, so that it is made once. */
async function once(act: Act, unsure: Map<string, Sent>): Promise<Executed | CallError> {
  const sent = unsure.get(act.id) ?? { act, key: newIdempotencyKey() };
  unsure.delete(act.id);
  try {
    return await sent.act.execute(sent.key);
  } catch (error) {
    if (!(error instanceof CallError)) throw error;
    if (isUncertain(error)) unsure.set(act.id, sent);
    return error;
  }
}

/** The answer to a change that is sent again is the first one: it says nothing of what others did since. */
async function isOvertaken(act: Act, { task_tracking_id }: Executed): Promise<boolean> {
  // What still goes on in the ad platform would look undone.
  return typeof task_tracking_id !== 'number' && isPossible(await lookAt(act));
}
