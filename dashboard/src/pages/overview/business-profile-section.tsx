import { Text } from '@mantine/core';
import { useQuery } from '@tanstack/react-query';
import { api, type BusinessProfile } from '../../api.ts';
import { formatMoment } from '../../format.ts';
import { InfoIcon } from '../../parts/icons.tsx';
import { Section } from '../../parts/page.tsx';
import { Empty, Loaded, RowsSkeleton } from '../../parts/states.tsx';
import { Status, type Tone } from '../../parts/status.tsx';
import { WebsiteLink } from '../../parts/website-link.tsx';
import { reading } from '../../queries.ts';
import { ProfileDetails } from '../settings/profile-details.tsx';

const WHILE_ANALYSING_MS = 5_000;

const STATUS: Record<BusinessProfile['status'], { tone: Tone; label: string }> = {
  ready: { tone: 'good', label: 'Ready' },
  analysing: { tone: 'waiting', label: 'Being analysed' },
  failed: { tone: 'bad', label: 'Analysis failed' },
};

/** What is known of the organization's business, or why nothing is yet. */
export function BusinessProfileSection({ org }: { org: string }) {
  const profile = useQuery({
    ...reading(api.getBusinessProfile, { org }),
    refetchInterval: ({ state }) => (state.data?.status === 'analysing' ? WHILE_ANALYSING_MS : false),
  });
  const { data } = profile;
  const none = data === undefined && profile.error?.code === 'not_found';
  return (
    <Section
      title="Business profile"
      flush
      aside={
        data && (
          <Text size="xs" c="dimmed" component="span">
            <Status {...STATUS[data.status]} /> · updated {formatMoment(data.updated_at)}
          </Text>
        )
      }
    >
      {none ? (
        <NoProfile />
      ) : (
        <Loaded query={profile} skeleton={<RowsSkeleton rows={4} />}>
          {shown}
        </Loaded>
      )}
    </Section>
  );
}

function shown(profile: BusinessProfile) {
  if (profile.status === 'analysing') return <Analysing url={profile.url} />;
  if (profile.status === 'failed') return <Failed url={profile.url} />;
  return <ProfileDetails profile={profile} />;
}

function NoProfile() {
  return (
    <Empty icon={InfoIcon} title="No business profile yet">
      It is written from your website the first time a campaign is drafted for it: brand, products, ideal customers,
      competitors and trust signals. Reports and recommendations start from it.
    </Empty>
  );
}

function Analysing({ url }: { url: string }) {
  return (
    <Empty icon={InfoIcon} title="The website is being read">
      <WebsiteLink url={url} /> is being analysed, which takes a few minutes. This page shows the profile as soon as it
      is ready; campaigns can be created then.
    </Empty>
  );
}

function Failed({ url }: { url: string }) {
  return (
    <Empty icon={InfoIcon} title="The website could not be analysed">
      <WebsiteLink url={url} /> did not answer, or said too little about the business. Check that it is public and
      reachable; the next draft campaign reads it again.
    </Empty>
  );
}
