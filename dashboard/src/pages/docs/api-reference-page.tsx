import { Button, Skeleton, Stack, Text, Title } from '@mantine/core';
import { useQuery } from '@tanstack/react-query';
import { useMemo, useState } from 'react';
import { type OpenApi, openApi, subjectsOf } from '../../openapi.ts';
import { Mark } from '../../parts/mark.tsx';
import { Contents, foundIn } from './contents.tsx';
import classes from './docs.module.css';
import { Introduction } from './introduction.tsx';
import { KeyKept } from './key.tsx';
import { OperationSection } from './operation-section.tsx';
import { useOpenedPlace } from './use-places.ts';

/** The reference of the REST API, from the description that the service makes of its operations. */
export default function ApiReferencePage() {
  const description = useQuery({ queryKey: ['openapi'], queryFn: openApi, staleTime: Number.POSITIVE_INFINITY });
  return (
    <div className={classes.page}>
      <title>API reference · Sluice</title>
      <header className={classes.top}>
        <a href="/" className={classes.brand}>
          <Mark size={24} /> Sluice
        </a>
        <nav aria-label="Documentation">
          <a href="/docs/api" aria-current="page">
            API reference
          </a>
          <a href="/docs/errors">Errors</a>
          <a href="/docs/mcp">Connect an AI agent</a>
        </nav>
      </header>
      {description.data && <Reference description={description.data} />}
      {description.isPending && <Waiting />}
      {description.error && (
        <main className={classes.failed}>
          <Title order={1}>API reference</Title>
          <Text role="alert">The description of the API could not be loaded.</Text>
          <Button variant="default" onClick={() => description.refetch()} loading={description.isFetching}>
            Try again
          </Button>
        </main>
      )}
    </div>
  );
}

function Reference({ description }: { description: OpenApi }) {
  const [search, setSearch] = useState('');
  const all = useMemo(() => subjectsOf(description), [description]);
  const subjects = useMemo(() => foundIn(all, search), [all, search]);
  const baseUrl = description.servers[0]?.url ?? '';
  useOpenedPlace();
  return (
    <div className={classes.layout}>
      <Contents subjects={subjects} search={search} setSearch={setSearch} />
      <main className={classes.reference}>
        <Title order={1}>API reference</Title>
        {search.trim() === '' && <Introduction description={description} baseUrl={baseUrl} />}
        <KeyKept>
          {subjects.map(({ name, description: about, operations }) => (
            <div key={name}>
              <Title order={2}>{name}</Title>
              <p className={classes.about}>{about}</p>
              {operations.map((operation) => (
                <OperationSection key={operation.id} operation={operation} baseUrl={baseUrl} />
              ))}
            </div>
          ))}
        </KeyKept>
      </main>
    </div>
  );
}

function Waiting() {
  return (
    <output aria-label="Loading" className={classes.failed}>
      <Stack gap="md">
        <Skeleton height={28} width="40%" />
        <Skeleton height={14} />
        <Skeleton height={14} width="85%" />
        <Skeleton height={180} />
      </Stack>
    </output>
  );
}
