import { Button, Group, Stack, Text, TextInput } from '@mantine/core';
import { useState } from 'react';
import { errorWords } from '../../changes/error-words.ts';
import { useNotifications } from '../../notifications/notifications.tsx';
import { useCampaignNames } from '../../parts/campaign-names.ts';
import { Dialog } from '../../parts/dialog.tsx';
import { Notice } from '../../parts/notice.tsx';
import classes from './approvals.module.css';
import { operationTitle, otherCampaigns } from './operations.ts';
import { useReject } from './use-decisions.ts';
import type { Waiting } from './waiting.ts';

const LINES_SHOWN = 6;

/** Turns a change down; whoever asked reads the reason. */
export function RejectDialog({ queued, onClose }: { queued: Waiting; onClose: () => void }) {
  const { operation, campaign, summary } = queued;
  const names = useCampaignNames();
  const { notify } = useNotifications();
  const [reason, setReason] = useState('');
  const reject = useReject(queued.id);
  return (
    <Dialog title="Reject this change?" onClose={onClose}>
      <form
        onSubmit={(event) => {
          event.preventDefault();
          reject.mutate(reason.trim(), {
            onSuccess: () => {
              notify({ tone: 'good', title: 'Change rejected', text: reason.trim() || undefined });
              onClose();
            },
          });
        }}
      >
        <Stack gap="md">
          <div className={classes.rejected}>
            <strong>
              {operationTitle(operation)} {campaign && (names.get(campaign) ?? campaign)}
              {otherCampaigns(queued.campaign, queued.changes)}
            </strong>
            <Text size="sm" lineClamp={LINES_SHOWN}>
              <bdi>{summary}</bdi>
            </Text>
          </div>
          <Text>Rejecting cannot be undone: whoever wants the change after all asks for it again.</Text>
          <TextInput
            label="Why"
            description="Whoever asked for it reads this. May be left out."
            value={reason}
            maxLength={500}
            onChange={(event) => setReason(event.currentTarget.value)}
            data-autofocus
          />
          {reject.error && <Notice tone="danger">{errorWords(reject.error)}</Notice>}
          <Group justify="flex-end" gap="sm">
            <Button variant="default" onClick={onClose}>
              Keep it waiting
            </Button>
            <Button type="submit" color="red.9" loading={reject.isPending}>
              Reject change
            </Button>
          </Group>
        </Stack>
      </form>
    </Dialog>
  );
}
