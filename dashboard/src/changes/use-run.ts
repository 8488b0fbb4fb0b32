import { useMutation } from '@tanstack/react-query';
import { useRef } from 'react';
import { CallError, failureIn } from '../call.ts';
import type { Act, Executed } from './act.ts';
import { refusesAll } from './error-words.ts';
import { useOnceOnly } from './once-only.ts';
import { useTell } from './use-acts.ts';
import { useReadAgain } from './use-follow.ts';
import { isPossible, lookAt } from './use-preview.ts';

/** Names what one act does, or several together. */
export type Words = Pick<Act, 'label' | 'done' | 'underWay'>;

/** Names what so many acts do together. */
export type Together = (count: number) => Words;

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
export function useRun(all: readonly Act[], together: Together | undefined, onAllDone: () => void) {
  const once = useOnceOnly<Executed>();
  const madeBefore = useRef(new Set<string>());
  const tell = useTell();
  const readAgain = useReadAgain();
  return useMutation<Rest, CallError, readonly Act[]>({
    async mutationFn(acts) {
      const made: Made[] = [];
      const failed: Failed[] = [];
      const overtaken: Act[] = [];
      for (const [at, act] of acts.entries()) {
        const again = once.isOpen(act.id);
        const result = await once.send(act.id, act.execute).catch(failureIn);
        if (result instanceof CallError) {
          failed.push({ act, error: result });
          if (!refusesAll(result)) continue;
          const rest = acts.slice(at + 1);
          failed.push(...rest.map((one) => ({ act: one, error: result.of(once.isOpen(one.id) ? 'once' : 'nothing') })));
          break;
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
      const words = (count: number) => together?.(count) ?? acts[0];
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

/** The answer to a change that is sent again is the first one: it says nothing of what others did since. */
async function isOvertaken(act: Act, { task_tracking_id }: Executed): Promise<boolean> {
  // What still goes on in the ad platform would look undone.
  return typeof task_tracking_id !== 'number' && isPossible(await lookAt(act));
}
