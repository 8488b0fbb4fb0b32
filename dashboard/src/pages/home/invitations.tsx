import { Button, Group, Text } from '@mantine/core';
import { useQuery } from '@tanstack/react-query';
import { useRouter } from '@tanstack/react-router';
import { api, type MyInvitation } from '../../api.ts';
import { formatDate, formatWords } from '../../format.ts';
import { Refused } from '../../parts/confirm-dialog.tsx';
import { Section } from '../../parts/page.tsx';
import { myInvitations, useChange } from '../../queries.ts';
import { ROLE_MEANING } from '../../roles.ts';
import classes from './invitations.module.css';

/** What waits for the person to accept or decline; nothing is shown where nothing waits. */
export function Invitations() {
  const { data } = useQuery(myInvitations);
  if (!data || data.invitations.length === 0) return null;
  return (
    <Section title="Invitations" description="You become a member by accepting. Nobody is told if you decline." flush>
      {data.invitations.map((invitation) => (
        <Waiting key={invitation.id} invitation={invitation} />
      ))}
    </Section>
  );
}

function Waiting({ invitation }: { invitation: MyInvitation }) {
  const { id, organization, role, invited_by, expires_at } = invitation;
  const router = useRouter();
  const accept = useChange(api.acceptInvitation, [api.listMyInvitations, api.getMe, api.listOrganizations]);
  const decline = useChange(api.declineInvitation, [api.listMyInvitations]);
  const error = accept.error ?? decline.error;
  /** By the time it is accepted it is no longer shown, so its own callbacks would not be called. */
  const enter = async () => {
    const joined = await accept.mutateAsync({ invitation_id: id }).catch(() => undefined);
    if (joined) await router.navigate({ to: '/o/$org/', params: { org: joined.organization.slug } });
  };
  return (
    <article className={classes.invitation}>
      <div className={classes.words}>
        <Text fw={550}>
          {organization}, as {formatWords(role)}
        </Text>
        <Text size="sm">{ROLE_MEANING[role]}</Text>
        <Text size="sm" c="dimmed">
          From {invited_by.name} ({invited_by.email}). Waits until {formatDate(expires_at)}.
        </Text>
      </div>
      <Group gap="sm" className={classes.answers}>
        <Button
          variant="default"
          aria-label={`Decline the invitation to ${organization}`}
          loading={decline.isPending}
          disabled={accept.isPending}
          onClick={() => decline.mutate({ invitation_id: id })}
        >
          Decline
        </Button>
        <Button
          aria-label={`Accept the invitation to ${organization}`}
          loading={accept.isPending}
          disabled={decline.isPending}
          onClick={enter}
        >
          Accept
        </Button>
      </Group>
      {error && (
        <div className={classes.refused}>
          <Refused error={error} />
        </div>
      )}
    </article>
  );
}
