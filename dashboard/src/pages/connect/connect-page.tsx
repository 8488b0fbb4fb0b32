import { Text, Title } from '@mantine/core';
import { useQuery } from '@tanstack/react-query';
import { useParams } from '@tanstack/react-router';
import type { ReactNode } from 'react';
import { api } from '../../api.ts';
import { SearchIcon } from '../../parts/icons.tsx';
import { Mark } from '../../parts/mark.tsx';
import { Empty, Loaded, RowsSkeleton } from '../../parts/states.tsx';
import { reading } from '../../queries.ts';
import { ConnectForm } from './connect-form.tsx';
import classes from './connect-page.module.css';

/** Asks the person whether an app may act for them, and with what. */
export default function ConnectPage() {
  const { uid } = useParams({ from: '/connect/$uid' });
  const request = useQuery({ ...reading(api.getConnectRequest, { uid }), staleTime: Number.POSITIVE_INFINITY });
  if (request.error?.code === 'not_found' || request.error?.code === 'validation_error') return <Gone />;
  return (
    <Card title="Connect an app">
      <Loaded query={request} skeleton={<RowsSkeleton rows={6} />}>
        {(asked) => <ConnectForm uid={uid} asked={asked} />}
      </Loaded>
    </Card>
  );
}

function Gone() {
  return (
    <Card title="This request has run out">
      <Empty icon={SearchIcon} title="There is nothing to answer here">
        A request to connect an app waits for an hour and is answered once. Go back to the app and connect it again. If
        somebody else sent you this link, do not go on with it.
      </Empty>
    </Card>
  );
}

function Card({ title, children }: { title: string; children: ReactNode }) {
  return (
    <main className={classes.page}>
      <title>{`${title} · Sluice`}</title>
      <div className={classes.card}>
        <div className={classes.brand}>
          <Mark size={28} />
          <Title order={1}>{title}</Title>
          <Text c="dimmed">Sluice asks you before any app acts for you.</Text>
        </div>
        {children}
      </div>
    </main>
  );
}
