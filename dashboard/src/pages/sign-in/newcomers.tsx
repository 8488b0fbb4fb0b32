import { Button, Code, Stack, Text, Title } from '@mantine/core';
import { useQuery } from '@tanstack/react-query';
import { type Answer, api } from '../../api.ts';
import { Notice } from '../../parts/notice.tsx';
import { reading } from '../../queries.ts';
import classes from './newcomers.module.css';

type Person = Answer<typeof api.getSignInHints>['people'][number];

interface NewcomersProps {
  onChoose: (person: { email: string; password: string }) => void;
  busy: boolean;
}

/** What a newcomer has to know: who can be tried out while the demo runs, or that nobody can sign in yet. */
export function Newcomers({ onChoose, busy }: NewcomersProps) {
  const { data } = useQuery(reading(api.getSignInHints, {}));
  if (data?.first_run) return <FirstRun />;
  if (!data || data.people.length === 0) return null;
  const isLocal = data.people.some(({ password }) => password !== null);
  return (
    <section className={classes.demo} aria-labelledby="demo-title">
      <Title order={2} id="demo-title">
        Try the demo as
      </Title>
      <Stack gap={6} mt="xs">
        {data.people.map((person) => (
          <Choice key={person.email} person={person} onChoose={onChoose} busy={busy} />
        ))}
      </Stack>
      {!isLocal && (
        <Text size="xs" c="dimmed" mt="xs">
          Their passwords are in <Code>demo.json</Code> in the data directory of the machine that runs it.
        </Text>
      )}
    </section>
  );
}

function Choice({ person, onChoose, busy }: NewcomersProps & { person: Person }) {
  const { name, email, roles, password } = person;
  return (
    <Button
      variant="default"
      size="compact-md"
      fullWidth
      justify="flex-start"
      disabled={password === null || busy}
      classNames={{ root: classes.person, label: classes.label }}
      onClick={() => password !== null && onChoose({ email, password })}
    >
      <span>{name}</span>
      <span className={classes.roles}>{roles.length > 1 ? `${roles[0]} and ${roles.length - 1} more` : roles[0]}</span>
    </Button>
  );
}

function FirstRun() {
  return (
    <Notice tone="warning">
      Nobody can sign in yet. Whoever runs this service makes the first organization and its Owner with{' '}
      <Code>npm run operator -- help</Code>.
    </Notice>
  );
}
