import { type UseMutationResult, useMutation } from '@tanstack/react-query';
import { type Answer, api } from '../../api.ts';
import { type CallError, call } from '../../call.ts';
import { errorWords } from '../../changes/error-words.ts';
import { useTell } from '../../changes/use-acts.ts';
import { useReadAgain } from '../../changes/use-follow.ts';
import { useNotifications } from '../../notifications/notifications.tsx';
import { useOrganization } from '../../organization.tsx';
import type { Waiting } from './waiting.ts';

type Decided = Answer<typeof api.approveQueuedWrite>;

export type Approve = UseMutationResult<Decided, CallError, Waiting>;

/** Approves what was seen, by its revision, and says what came of it. */
export function useApprove(): Approve {
  const { slug: org } = useOrganization();
  const { notify } = useNotifications();
  const readAgain = useReadAgain();
  const tell = useTell();
  return useMutation<Decided, CallError, Waiting>({
    mutationFn: ({ id, revision }) => call(api.approveQueuedWrite, { org, queued_write_id: id, revision }),
    async onSuccess(decided, { summary }) {
      if (decided.status === 'failed') {
        notify({ tone: 'bad', title: 'Approved, but it could not be made', text: decided.reason ?? summary });
      } else {
        const action = decided.result?.action_id;
        void tell({ done: `Approved: ${summary}`, actionIds: typeof action === 'string' ? [action] : [], taskIds: [] });
      }
      await readAgain();
    },
    async onError(error) {
      notify({ tone: 'bad', title: 'Not approved', text: errorWords(error) });
      await readAgain();
    },
  });
}
