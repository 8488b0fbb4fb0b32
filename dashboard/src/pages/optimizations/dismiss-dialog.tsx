import { Button, Group, Stack, Text, TextInput } from '@mantine/core';
import { useState } from 'react';
import { api, type Optimization } from '../../api.ts';
import { call, failureIn } from '../../call.ts';
import { errorWords, isUncertain, notDone } from '../../changes/error-words.ts';
import { useReadAgain } from '../../changes/use-follow.ts';
import { useNotifications } from '../../notifications/notifications.tsx';
import { useOrganization } from '../../organization.tsx';
import { Dialog } from '../../parts/dialog.tsx';
import { Notice } from '../../parts/notice.tsx';
import { useChange } from '../../queries.ts';
import { titleOf } from './kinds.ts';

/** Turns a recommendation down, with a reason for whoever wonders later. */
export function DismissDialog({ recommendation, onClose }: { recommendation: Optimization; onClose: () => void }) {
  const { slug: org } = useOrganization();
  const { notify } = useNotifications();
  const [reason, setReason] = useState('');
  const restore = useRestore();
  const dismiss = useChange(api.dismissRecommendation, [api.listOptimizations, api.getOverview]);
  const send = () =>
    dismiss.mutate(
      { org, recommendation_id: recommendation.id, ...(reason.trim() && { reason: reason.trim() }) },
      {
        onSuccess: () => {
          const undo = () => void restore(recommendation);
          notify({ tone: 'good', title: 'Recommendation dismissed', text: titleOf(recommendation), undo });
          onClose();
        },
      },
    );
  return (
    <Dialog title="Dismiss this recommendation?" onClose={onClose}>
      <form
        onSubmit={(event) => {
          event.preventDefault();
          send();
        }}
      >
        <Stack gap="md">
          <Text>
            Nothing of it is done. “{titleOf(recommendation)}” in {recommendation.campaign.name} may be found again by a
            later run.
          </Text>
          <TextInput
            label="Why"
            description="For whoever looks at it later; may be left out."
            value={reason}
            maxLength={500}
            onChange={(event) => setReason(event.currentTarget.value)}
            data-autofocus
          />
          {dismiss.error && <Notice tone="danger">{errorWords(dismiss.error)}</Notice>}
          <Group justify="flex-end" gap="sm">
            <Button variant="default" onClick={onClose}>
              Keep it
            </Button>
            <Button type="submit" loading={dismiss.isPending}>
              Dismiss recommendation
            </Button>
          </Group>
        </Stack>
      </form>
    </Dialog>
  );
}

/** Takes a dismissal back and says what came of it: the dialog is closed by then. */
function useRestore(): (recommendation: Optimization) => Promise<void> {
  const { slug: org } = useOrganization();
  const { notify } = useNotifications();
  const readAgain = useReadAgain();
  return async (recommendation) => {
    try {
      await call(api.restoreRecommendation, { org, recommendation_id: recommendation.id });
      notify({ tone: 'good', title: 'Undone', text: `${titleOf(recommendation)} is pending again.` });
    } catch (error) {
      const failure = failureIn(error);
      notify({ tone: 'bad', title: notDone('undone', isUncertain(failure)), text: errorWords(failure) });
    }
    await readAgain();
  };
}
