import { Button, Group, Stack, Text, TextInput } from '@mantine/core';
import { useMutation } from '@tanstack/react-query';
import { type FormEvent, useState } from 'react';
import { type Answer, api, type Campaign } from '../../../api.ts';
import { type CallError, call } from '../../../call.ts';
import { HeldNotice } from '../../../changes/held-notice.tsx';
import { useOnceOnly } from '../../../changes/once-only.ts';
import { useTell } from '../../../changes/use-acts.ts';
import { useReadAgain } from '../../../changes/use-follow.ts';
import { useOrganization } from '../../../organization.tsx';
import { Refused } from '../../../parts/confirm-dialog.tsx';
import { Dialog } from '../../../parts/dialog.tsx';
import { runs } from '../campaign-words.ts';

/** Asks for which page a new ad is to be written. */
export function NewAdDialog({ campaign, onClose }: { campaign: Campaign; onClose: () => void }) {
  const { slug: org } = useOrganization();
  const [url, setUrl] = useState(campaign.website_url);
  const [name, setName] = useState('');
  const readAgain = useReadAgain();
  const tell = useTell();
  const once = useOnceOnly<Answer<typeof api.createAd>>();
  const create = useMutation<{ task_tracking_id: number }, CallError>({
    mutationFn: () => {
      const wish = { org, slug: campaign.slug, url: url.trim(), ...(name.trim() !== '' && { name: name.trim() }) };
      return once.send(JSON.stringify(wish), (idempotencyKey) => call(api.createAd, wish, { idempotencyKey }));
    },
    onSuccess: async ({ task_tracking_id }) => {
      await readAgain();
      void tell({ done: () => 'The ad is written', underWay: 'Writing the ad', parts: [{ task_tracking_id }] });
      onClose();
    },
  });
  const { error } = create;

  function submit(event: FormEvent) {
    event.preventDefault();
    if (!create.isPending) create.mutate();
  }

  return (
    <Dialog title="New ad" onClose={onClose}>
      <form onSubmit={submit} noValidate>
        <Stack gap="md">
          <Text size="sm" c="dimmed">
            We read the page and write an ad with its keywords.{' '}
            {runs(campaign) && 'This campaign runs: the finished ad is served and costs money at once.'}
          </Text>
          <TextInput
            data-autofocus
            label="Landing page"
            description="On the website of the campaign."
            type="url"
            value={url}
            onChange={({ currentTarget: { value } }) => setUrl(value)}
            error={error?.fieldMessage('url')}
          />
          <TextInput
            label="Name"
            description="Left empty, it is numbered."
            value={name}
            onChange={({ currentTarget: { value } }) => setName(value)}
            error={error?.fieldMessage('name')}
          />
          {error?.code === 'approval_required' && <HeldNotice error={error} />}
          {error && error.fields.length === 0 && error.code !== 'approval_required' && <Refused error={error} />}
          <Group justify="flex-end" gap="sm">
            <Button variant="default" onClick={onClose}>
              Cancel
            </Button>
            <Button type="submit" loading={create.isPending} disabled={url.trim() === ''}>
              {runs(campaign) ? 'Write and serve the ad' : 'Write the ad'}
            </Button>
          </Group>
        </Stack>
      </form>
    </Dialog>
  );
}
