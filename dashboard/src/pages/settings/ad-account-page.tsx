import { useQuery } from '@tanstack/react-query';
import { oneOf, useAddress } from '../../address.ts';
import { api } from '../../api.ts';
import { useMay, useOrganization } from '../../organization.tsx';
import { Notice } from '../../parts/notice.tsx';
import { Section } from '../../parts/page.tsx';
import { Loaded, RowsSkeleton } from '../../parts/states.tsx';
import { reading } from '../../queries.ts';
import { AccountChoices } from './account-choices.tsx';
import { AccountList } from './account-list.tsx';
import { LoginList } from './login-list.tsx';
import { LoginUses } from './login-uses.tsx';
import { SettingsFrame } from './settings-frame.tsx';

/** How a visit to the ad platform ended, in words for whoever made it. */
const OUTCOMES = {
  connected: 'Your login is connected. Choose the ad account that this organization uses.',
  declined: 'You did not allow the access, so nothing was connected.',
  expired: 'That took too long, or was begun in another window. Connect again.',
  not_allowed: 'Your role here does not allow connecting a login any more.',
  incomplete: 'The ad platform allowed less than is needed. Connect again and allow everything it asks for.',
  refused: 'The ad platform refused the access. Check that the login reaches an ad account.',
  unavailable: 'The ad platform did not answer. Try again in a few minutes.',
} as const;
const NAMES = [
  'connected',
  'declined',
  'expired',
  'not_allowed',
  'incomplete',
  'refused',
  'unavailable',
] as const satisfies (keyof typeof OUTCOMES)[];

/** Which account of the ad platform is used, through whose login, and whether that works. */
export default function AdAccountPage() {
  const { slug: org } = useOrganization();
  const mayManage = useMay('campaigns:write');
  const connections = useQuery(reading(api.listAdConnections, { org }));
  const isLinked = connections.data?.accounts.some(({ status }) => status === 'linked') ?? false;
  const [{ outcome }] = useAddress((search) => ({ outcome: oneOf(NAMES, search.ad_connection) }));
  return (
    <SettingsFrame
      title="Ad account"
      description="The account at Google Ads whose campaigns are managed here, and the logins that reach it."
    >
      {outcome && outcome !== 'connected' && <Notice tone="danger">{OUTCOMES[outcome]}</Notice>}
      {outcome === 'connected' && !isLinked && <Notice tone="warning">{OUTCOMES.connected}</Notice>}
      <Section title="Ad accounts" flush>
        <Loaded query={connections} skeleton={<RowsSkeleton rows={2} />}>
          {({ accounts, connections: logins }) => <AccountList accounts={accounts} logins={logins} />}
        </Loaded>
      </Section>
      {mayManage && <AccountChoices />}
      <Section
        title="Logins"
        description="An account is reached through the login of a person. When that person leaves, connect another."
        flush
      >
        <Loaded query={connections} skeleton={<RowsSkeleton rows={2} />}>
          {({ connections: logins }) => <LoginList logins={logins} />}
        </Loaded>
      </Section>
      <LoginUses />
    </SettingsFrame>
  );
}
