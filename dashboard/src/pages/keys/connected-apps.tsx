import { Button, Text } from '@mantine/core';
import { useQuery } from '@tanstack/react-query';
import { api, type ConnectedApp } from '../../api.ts';
import { formatCount, formatDate, formatDistance } from '../../format.ts';
import { ConfirmDialog } from '../../parts/confirm-dialog.tsx';
import { InfoIcon } from '../../parts/icons.tsx';
import { Section } from '../../parts/page.tsx';
import { Empty, Loaded, RowsSkeleton } from '../../parts/states.tsx';
import { useDialog } from '../../parts/use-dialog.ts';
import { reading, useChange } from '../../queries.ts';
import classes from './keys.module.css';
import { ScopesButton } from './scopes-button.tsx';

const SURFACES = { mcp: 'MCP server', rest: 'REST API' } as const;

/** The apps that act for this person, in every organization of theirs. */
export function ConnectedApps() {
  const apps = useQuery(reading(api.listConnectedApps, {}));
  const dialog = useDialog<ConnectedApp>();
  return (
    <Section
      flush
      title="Connected apps"
      description="Apps that you let act for you, in every organization you belong to and never beyond your role there."
    >
      <Loaded query={apps} skeleton={<RowsSkeleton rows={2} />}>
        {({ connected_apps, connected_apps_count }) =>
          connected_apps.length === 0 ? (
            <Empty icon={InfoIcon} title="No app is connected">
              An app that speaks MCP or OAuth asks you to connect it. It appears here once you have agreed.
            </Empty>
          ) : (
            <>
              {connected_apps.map((app) => (
                <AppCard key={app.id} app={app} onRevoke={() => dialog.show(app)} />
              ))}
              {connected_apps_count > connected_apps.length && (
                <Text p="md">and {formatCount(connected_apps_count - connected_apps.length)} used longer ago</Text>
              )}
            </>
          )
        }
      </Loaded>
      {dialog.open && <RevokeDialog app={dialog.open} onClose={dialog.close} />}
    </Section>
  );
}

function AppCard({ app, onRevoke }: { app: ConnectedApp; onRevoke: () => void }) {
  const { name, scopes, connected_at, last_used_at, sessions, sessions_count } = app;
  return (
    <article className={classes.card}>
      <div className={classes.cardHead}>
        <div className={classes.name}>{name}</div>
        <Button size="compact-sm" variant="default" onClick={onRevoke} aria-label={`Disconnect ${name}`}>
          Disconnect…
        </Button>
      </div>
      <dl className={classes.cardFacts}>
        <dt>Scopes</dt>
        <dd>
          <ScopesButton scopes={scopes} keyName={name} />
        </dd>
        <dt>Connected</dt>
        <dd>{formatDate(connected_at)}</dd>
        <dt>Last used</dt>
        <dd>{formatDistance(last_used_at, Date.now())}</dd>
        <dt>Sessions</dt>
        <dd>
          {sessions.map(({ resource, since }) => `${SURFACES[resource]}, since ${formatDate(since)}`).join(' · ')}
          {sessions_count > sessions.length && ` · and ${formatCount(sessions_count - sessions.length)} older`}
        </dd>
      </dl>
    </article>
  );
}

function RevokeDialog({ app, onClose }: { app: ConnectedApp; onClose: () => void }) {
  const revoke = useChange(api.revokeConnectedApp, [api.listConnectedApps]);
  return (
    <ConfirmDialog
      destructive
      title={`Disconnect “${app.name}”?`}
      confirm="Disconnect app"
      busy={revoke.isPending}
      error={revoke.error}
      onConfirm={() => revoke.mutate({ app_id: app.id }, { onSuccess: onClose })}
      onClose={onClose}
    >
      <Text>Every session of the app ends at once: its next request is refused. You can connect it again.</Text>
    </ConfirmDialog>
  );
}
