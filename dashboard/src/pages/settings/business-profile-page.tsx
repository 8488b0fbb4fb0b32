import { Button, Group, TextInput } from '@mantine/core';
import { useQuery } from '@tanstack/react-query';
import { type FormEvent, useState } from 'react';
import { api, type BusinessProfile } from '../../api.ts';
import { formatMoment } from '../../format.ts';
import { useMay, useOrganization } from '../../organization.tsx';
import { Refused } from '../../parts/confirm-dialog.tsx';
import { CopyAsCurl } from '../../parts/copy-as-curl.tsx';
import { Dialog } from '../../parts/dialog.tsx';
import { InfoIcon } from '../../parts/icons.tsx';
import { Notice } from '../../parts/notice.tsx';
import { Section } from '../../parts/page.tsx';
import { Empty, Loaded, RowsSkeleton } from '../../parts/states.tsx';
import { useDialog } from '../../parts/use-dialog.ts';
import { reading, useChange } from '../../queries.ts';
import { TaskStages } from '../../tasks/task-stages.tsx';
import { useWork } from '../../tasks/use-work.ts';
import { EditProfileDialog } from './edit-profile-dialog.tsx';
import { ProfileDetails } from './profile-details.tsx';
import { SettingsFrame } from './settings-frame.tsx';

/** What is known of the business: read, corrected by a person, or made anew from the website. */
export default function BusinessProfilePage() {
  const { slug: org } = useOrganization();
  const mayEdit = useMay('campaigns:write');
  const profile = useQuery(reading(api.getBusinessProfile, { org }));
  const { open, show, close } = useDialog<'edit' | 'analyse'>();
  const { data } = profile;
  const none = data === undefined && profile.error?.code === 'not_found';
  const analysing = data?.status === 'analysing';
  const { task, stages } = useWork('business_profile', analysing);
  return (
    <SettingsFrame
      title="Business profile"
      description="Campaigns, ads, reports and strategies start from what is known of your business."
    >
      {analysing && <TaskStages title={`Reading ${data.url}`} task={task} stages={stages} />}
      <Section
        title="What is known"
        flush
        aside={
          <Group gap="xs">
            {data && <CopyAsCurl endpoint={api.getBusinessProfile} input={{ org }} />}
            {mayEdit && !analysing && data && (
              <Button variant="default" onClick={() => show('edit')}>
                Edit
              </Button>
            )}
            {mayEdit && !analysing && (
              <Button variant={none ? 'filled' : 'default'} onClick={() => show('analyse')}>
                {none ? 'Analyse a website' : 'Analyse again'}
              </Button>
            )}
          </Group>
        }
      >
        {none ? (
          <Empty icon={InfoIcon} title="No business profile yet">
            It is written from your website: brand, products, ideal customers, competitors and trust signals.
          </Empty>
        ) : (
          <Loaded query={profile} skeleton={<RowsSkeleton rows={5} />}>
            {(known) => <Known profile={known} why={task?.error?.message} />}
          </Loaded>
        )}
      </Section>
      {open === 'edit' && data && <EditProfileDialog profile={data} onClose={close} />}
      {open === 'analyse' && <AnalyseDialog url={data?.url ?? ''} onClose={close} />}
    </SettingsFrame>
  );
}

function Known({ profile, why }: { profile: BusinessProfile; why: string | undefined }) {
  if (profile.status === 'analysing' && profile.brand_name === '') {
    return (
      <Empty icon={InfoIcon} title="The website is being read">
        What it says about the business appears here in a few minutes; campaigns can be created then.
      </Empty>
    );
  }
  return (
    <>
      {profile.status === 'failed' && (
        <Notice tone="warning">
          The website could not be analysed on {formatMoment(profile.updated_at)}.{' '}
          {why ?? 'It did not answer, or said too little.'} Check that it is public, then analyse it again.
        </Notice>
      )}
      <ProfileDetails profile={profile} />
    </>
  );
}

function AnalyseDialog({ url, onClose }: { url: string; onClose: () => void }) {
  const { slug: org } = useOrganization();
  const [typed, setTyped] = useState(url);
  const analyse = useChange(api.startWebsiteAnalysis, [api.getBusinessProfile, api.getNewestTask]);

  function submit(event: FormEvent) {
    event.preventDefault();
    analyse.mutate({ org, url: typed }, { onSuccess: onClose });
  }

  return (
    <Dialog title="Analyse a website" onClose={onClose}>
      <form onSubmit={submit}>
        <Group gap="md">
          {analyse.error && analyse.error.fields.length === 0 && <Refused error={analyse.error} />}
          <TextInput
            w="100%"
            label="Address of the website"
            description="It must be public. What it says replaces what is known now, corrections of yours included; no campaign can be created until that is done."
            type="url"
            placeholder="https://www.example.com/"
            required
            withAsterisk={false}
            data-autofocus
            value={typed}
            error={analyse.error?.fieldMessage('url')}
            onChange={(event) => setTyped(event.currentTarget.value)}
          />
          <Group justify="flex-end" gap="sm" w="100%">
            <Button variant="default" onClick={onClose}>
              Cancel
            </Button>
            <Button type="submit" loading={analyse.isPending}>
              Analyse the website
            </Button>
          </Group>
        </Group>
      </form>
    </Dialog>
  );
}
