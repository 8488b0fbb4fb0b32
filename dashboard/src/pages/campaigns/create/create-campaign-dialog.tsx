import { Anchor, Button, Group, Radio, Stack, Text, TextInput } from '@mantine/core';
import { useMutation, useQuery } from '@tanstack/react-query';
import { useNavigate } from '@tanstack/react-router';
import { type FormEvent, useState } from 'react';
import { type Answer, api } from '../../../api.ts';
import { type CallError, call } from '../../../call.ts';
import { HeldNotice } from '../../../changes/held-notice.tsx';
import { useOnceOnly } from '../../../changes/once-only.ts';
import { useReadAgain } from '../../../changes/use-follow.ts';
import { useOrganization } from '../../../organization.tsx';
import { AmountInput, amountIn } from '../../../parts/amount-input.tsx';
import { Refused } from '../../../parts/confirm-dialog.tsx';
import { Dialog } from '../../../parts/dialog.tsx';
import { reading } from '../../../queries.ts';

const LONGEST_NAME = 255;

type CampaignKind = 'prospecting' | 'brand';

/** What the form holds. */
interface Wish {
  website: string;
  type: CampaignKind;
  name: string;
  budget: string;
}

/** Asks what to write a new campaign from; the draft appears at once and is filled in while one waits. */
export function CreateCampaignDialog({ onClose }: { onClose: () => void }) {
  const { slug: org, currency } = useOrganization();
  const [wish, setWish] = useState<Wish>({ website: '', type: 'prospecting', name: '', budget: '' });
  const create = useCreate(org);
  const set = (change: Partial<Wish>) => {
    create.reset();
    setWish((before) => ({ ...before, ...change }));
  };
  const refusedField = (path: string) => create.error?.fieldMessage(path);
  const elsewhere = create.error && create.error.fields.length === 0 && create.error.code !== 'approval_required';

  const wrong = Number.isNaN(amountIn(wish.budget, 'whole'));

  function submit(event: FormEvent) {
    event.preventDefault();
    if (!create.isPending && !wrong) create.mutate(wish);
  }

  return (
    <Dialog title="New campaign" size="lg" onClose={onClose}>
      <form onSubmit={submit} noValidate>
        <Stack gap="md">
          <Text size="sm" c="dimmed">
            We read the website and write ads, keywords and extensions from what it says. You get a draft to look at: it
            costs nothing until you launch it.
          </Text>
          <TextInput
            data-autofocus
            label="Website"
            placeholder="https://www.example.com/"
            type="url"
            required
            withAsterisk={false}
            value={wish.website}
            onChange={({ currentTarget: { value } }) => set({ website: value })}
            error={refusedField('website_url')}
          />
          <OwnWebsite org={org} onUse={(website) => set({ website })} />
          <KindChoice value={wish.type} onChange={(type) => set({ type })} />
          <Group grow align="flex-start">
            <TextInput
              label="Name"
              description="Left empty, we make one."
              maxLength={LONGEST_NAME}
              value={wish.name}
              onChange={({ currentTarget: { value } }) => set({ name: value })}
              error={refusedField('name')}
            />
            <AmountInput
              kind="whole"
              label={`Daily budget, in ${currency}`}
              description="Whole units; it can be set later."
              value={wish.budget}
              onChange={(budget) => set({ budget })}
              error={refusedField('budget')}
            />
          </Group>
          {create.error?.code === 'approval_required' && <HeldNotice error={create.error} />}
          {elsewhere && <Refused error={create.error} />}
          <Group justify="flex-end" gap="sm">
            <Button variant="default" onClick={onClose}>
              Cancel
            </Button>
            <Button type="submit" loading={create.isPending} disabled={wish.website.trim() === '' || wrong}>
              Write the draft
            </Button>
          </Group>
        </Stack>
      </form>
    </Dialog>
  );
}

/** Starts the work and opens the draft that is being written; sent twice, it is started once. */
function useCreate(org: string) {
  const navigate = useNavigate();
  const readAgain = useReadAgain();
  const once = useOnceOnly<Answer<typeof api.createCampaign>>();
  return useMutation<{ campaign: string }, CallError, Wish>({
    mutationFn: ({ website, type, name, budget }) => {
      const wish = {
        ...{ org, type, website_url: withScheme(website) },
        ...(name.trim() !== '' && { name }),
        budget: amountIn(budget, 'whole'),
      };
      return once.send(JSON.stringify(wish), (idempotencyKey) => call(api.createCampaign, wish, { idempotencyKey }));
    },
    onSuccess: async ({ campaign: slug }) => {
      void readAgain();
      await navigate({ to: '/o/$org/campaigns/$slug', params: { org, slug } });
    },
  });
}

/** People leave it out. */
function withScheme(website: string): string {
  const address = website.trim();
  return /^https?:\/\//i.test(address) ? address : `https://${address}`;
}

function OwnWebsite({ org, onUse }: { org: string; onUse: (website: string) => void }) {
  const profile = useQuery(reading(api.getBusinessProfile, { org }));
  const url = profile.data?.url;
  if (!url) return null;
  return (
    <Anchor component="button" type="button" size="sm" ta="left" onClick={() => onUse(url)}>
      Use {url}
    </Anchor>
  );
}

function KindChoice({ value, onChange }: { value: CampaignKind; onChange: (value: CampaignKind) => void }) {
  return (
    <Radio.Group
      label="What it is for"
      value={value}
      onChange={(next) => onChange(next === 'brand' ? next : 'prospecting')}
    >
      <Stack gap="xs" mt="xs">
        <Radio
          value="prospecting"
          label="Prospecting"
          description="Reaches people who search for what the business offers."
        />
        <Radio value="brand" label="Brand" description="Reaches people who search for the business by its name." />
      </Stack>
    </Radio.Group>
  );
}
