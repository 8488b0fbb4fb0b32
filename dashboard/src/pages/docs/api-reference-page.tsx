import { Button, Skeleton, Stack, Text, TextInput, Title } from '@mantine/core';
import { useQuery } from '@tanstack/react-query';
import { useEffect, useState } from 'react';
import { type ApiOperation, type OpenApi, openApi, operationsBySubject } from '../../openapi.ts';
import { SearchIcon } from '../../parts/icons.tsx';
import { Mark } from '../../parts/mark.tsx';
import classes from './docs.module.css';
import { OperationSection } from './operation-section.tsx';

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
  const subjects = [...operationsBySubject(description)]
    .map(([subject, operations]) => ({ subject, operations: operations.filter((one) => holds(one, search)) }))
    .filter(({ operations }) => operations.length > 0);
  const baseUrl = description.servers[0]?.url ?? '';
  useOpenedPlace();
  return (
    <div className={classes.layout}>
      <nav aria-label="Operations" className={classes.contents}>
        <TextInput
          type="search"
          aria-label="Find an operation"
          placeholder="Find an operation"
          leftSection={<SearchIcon size={16} />}
          value={search}
          onChange={(event) => setSearch(event.currentTarget.value)}
        />
        {subjects.map(({ subject, operations }) => (
          <div key={subject}>
            <strong>{subject}</strong>
            <ul>
              {operations.map(({ id, method, summary }) => (
                <li key={id}>
                  <a href={`#${id}`}>
                    <span className={classes.method} data-method={method}>
                      {method}
                    </span>
                    {summary}
                  </a>
                </li>
              ))}
            </ul>
          </div>
        ))}
        {subjects.length === 0 && <Text c="dimmed">Nothing of that name.</Text>}
      </nav>
      <main className={classes.reference}>
        <Title order={1}>API reference</Title>
        <Introduction description={description} baseUrl={baseUrl} />
        {subjects.map(({ subject, operations }) => (
          <div key={subject}>
            <Title order={2}>{subject}</Title>
            {operations.map((operation) => (
              <OperationSection key={operation.id} operation={operation} baseUrl={baseUrl} />
            ))}
          </div>
        ))}
      </main>
    </div>
  );
}

function Introduction({ description: { info }, baseUrl }: { description: OpenApi; baseUrl: string }) {
  return (
    <>
      <p>
        {info.description} The API is at <code>{baseUrl}</code>, version {info.version}. Every request carries{' '}
        <code>Authorization: Bearer</code> with an API key or an OAuth access token; a key may write <code>_</code> for
        its own organization.
      </p>
      <p>
        What a call may be refused with is listed under <a href="/docs/errors">Errors</a>; agents reach the same
        operations <a href="/docs/mcp">as tools</a>. For programs this page is at <code>{baseUrl}/openapi.json</code>.
      </p>
    </>
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

function holds({ id, path, summary, scope = '' }: ApiOperation, search: string): boolean {
  const text = `${id} ${path} ${summary} ${scope}`.toLowerCase();
  return search
    .toLowerCase()
    .split(/\s+/)
    .every((word) => text.includes(word));
}

/** The place that the address names exists only once the description is here. */
function useOpenedPlace(): void {
  useEffect(() => {
    document.getElementById(decodeURIComponent(location.hash.slice(1)))?.scrollIntoView();
  }, []);
}
