import { type UseMutationResult, useMutation } from '@tanstack/react-query';
import { type Answer, api } from '../../api.ts';
import { type CallError, call } from '../../call.ts';
import { errorWords, isUncertain, notDone } from '../../changes/error-words.ts';
import { useTell } from '../../changes/use-acts.ts';
import { useReadAgain } from '../../changes/use-follow.ts';
import { useNotifications } from '../../notifications/notifications.tsx';
import { useMe, useOrganization } from '../../organization.tsx';
import { decide } from './own-decision.ts';
import type { Waiting } from './waiting.ts';

type Decided = Answer<typeof api.approveQueuedWrite>;

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
  const tell = useTell();
  return useMutation<Decided, CallError, Seen>({
    mutationFn: ({ id, revision, shows }) =>
      decide(() => call(api.approveQueuedWrite, { org, queued_write_id: id, revision, shows }), {
        ...{ org, id, email },
        ends: ['approved', 'failed'],
      }),
    async onSuccess(decided) {
      const { summary } = decided;
      if (decided.status === 'failed') {
        notify({ tone: 'bad', title: 'Approved, but it could not be made', text: decided.reason ?? summary });
      } else {
        const action = decided.result?.action_id;
        void tell({
          done: () => `Approved: ${summary}`,
          parts: [{ action_id: typeof action === 'string' ? action : null }],
        });
      }
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
