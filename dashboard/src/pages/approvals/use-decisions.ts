import { type UseMutationResult, useMutation } from '@tanstack/react-query';
import { api } from '../../api.ts';
import { type CallError, call } from '../../call.ts';
import { errorWords, isUncertain, notDone } from '../../changes/error-words.ts';
import { TOLD, useTell } from '../../changes/use-acts.ts';
import { type Decided, followQueuedWrite, useReadAgain } from '../../changes/use-follow.ts';
import { useNotifications } from '../../notifications/notifications.tsx';
import { useMe, useOrganization } from '../../organization.tsx';
import { decide } from './own-decision.ts';
import type { Waiting } from './waiting.ts';

const LOOK_AGAIN = 'Look at what waits and what was decided lately before you go on.';

/** A change that waits, and what its card shows of it. */
export interface Seen extends Pick<Waiting, 'id' | 'revision'> {
  shows: string;
}

export type Approve = UseMutationResult<Decided, CallError, Seen>;

/** Approves what was seen, and says what came of it. */
export function useApprove(): Approve {
  const { slug: org } = useOrganization();
  const { email } = useMe();
  const { notify } = useNotifications();
  const readAgain = useReadAgain();
  const tellEnd = useTellEnd();
  return useMutation<Decided, CallError, Seen>({
    mutationFn: ({ id, revision, shows }) =>
      decide(() => call(api.approveQueuedWrite, { org, queued_write_id: id, revision, shows }), {
        ...{ org, id, email },
        ends: ['approved', 'failed', 'pending'],
      }),
    async onSuccess(decided) {
      void tellEnd(decided);
      await readAgain();
    },
    async onError(error) {
      const notKnown = isUncertain(error);
      const text = notKnown ? `${error.message} ${LOOK_AGAIN}` : errorWords(error);
      notify({ tone: 'bad', title: notDone('approved', notKnown), text });
      await readAgain();
    },
  });
}

/** Says what became of an approved change; where the ad platform has yet to take it, once it has. */
function useTellEnd(): (decided: Decided) => Promise<void> {
  const { notify } = useNotifications();
  const readAgain = useReadAgain();
  const tell = useTell();
  return async (decided) => {
    const title = `Approved: ${decided.summary}`;
    const instead = decided.status === 'pending' ? notify({ tone: 'waiting', title, text: TOLD }) : undefined;
    const end = await followQueuedWrite(decided);
    if (end.status === 'approved') {
      await tell({
        done: () => title,
        underWay: title,
        waitsFor: 'It is being made.',
        parts: [partOf(end)],
        skipped: texts(end.result?.skipped),
        instead,
      });
    } else notify({ tone: 'bad', ...whyNot(end) }, instead);
    if (instead !== undefined) await readAgain();
  };
}

/** What an approved change made: an action, which has come to its end, or something new, which is being worked on. */
function partOf({ operation, result = {} }: Decided) {
  const { action_id, task_tracking_id } = result;
  if (typeof action_id !== 'string') return { task_tracking_id: numberOf(task_tracking_id) };
  // What was undone is not offered to be undone.
  return { action_id: operation === 'undo_action' ? null : action_id };
}

function numberOf(value: unknown): number | undefined {
  return typeof value === 'number' ? value : undefined;
}

const texts = (value: unknown): string[] =>
  Array.isArray(value) ? value.filter((one) => typeof one === 'string') : [];

/** Why an approved change was not made, as far as anybody knows. */
function whyNot({ status, reason, result, summary }: Decided): { title: string; text: string } {
  if (status === 'pending') return { title: notDone('made', true), text: `It takes longer than usual: ${summary}` };
  return { title: howItFailed(result), text: reason ?? summary };
}

function howItFailed(result: Decided['result'] = {}): string {
  if (result.outcome_unknown) {
    return result.in_part ? 'Approved, but not known whether all of it was made' : notDone('made', true);
  }
  return result.in_part ? 'Approved, but only a part was made' : 'Approved, but it could not be made';
}

/** Turns a change down, with the reason that whoever asked reads. */
export function useReject(id: string): UseMutationResult<unknown, CallError, string> {
  const { slug: org } = useOrganization();
  const { email } = useMe();
  const readAgain = useReadAgain();
  return useMutation<unknown, CallError, string>({
    mutationFn: (reason) =>
      decide(() => call(api.rejectQueuedWrite, { org, queued_write_id: id, ...(reason && { reason }) }), {
        ...{ org, id, email },
        ends: ['rejected'],
      }),
    onSettled: readAgain,
  });
}
