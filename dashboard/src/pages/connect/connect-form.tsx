import { Button, Checkbox, Group, Stack, Text } from '@mantine/core';
import { useMutation } from '@tanstack/react-query';
import { type FormEvent, useState } from 'react';
import { api, type ConnectRequest } from '../../api.ts';
import { type CallError, call } from '../../call.ts';
import { useMe } from '../../organization.tsx';
import { Refused } from '../../parts/confirm-dialog.tsx';
import { AskedBy } from './asked-by.tsx';
import classes from './connect-page.module.css';

interface ConnectFormProps {
  uid: string;
  asked: ConnectRequest;
}

/** Who asks and for what; what stays checked is what the app gets. */
export function ConnectForm({ uid, asked }: ConnectFormProps) {
  const { email } = useMe();
  const [scopes, setScopes] = useState(() => asked.scopes.filter((one) => one.available).map((one) => one.name));
  const approve = useAnswer(() => call(api.approveConnectRequest, { uid, scopes }));
  const deny = useAnswer(() => call(api.denyConnectRequest, { uid }));
  const refusal = approve.error ?? deny.error;
  const busy = approve.isPending || deny.isPending;

  function submit(event: FormEvent) {
    event.preventDefault();
    if (!busy && scopes.length > 0) approve.mutate();
  }

  return (
    <form onSubmit={submit}>
      <Stack gap="lg">
        <AskedBy asked={asked} email={email} />
        <Checkbox.Group
          label="What it may do"
          description="Uncheck what it does not need. In each organization it never does more than your role there."
          value={scopes}
          onChange={(chosen) => setScopes(asked.scopes.map(({ name }) => name).filter((name) => chosen.includes(name)))}
          error={scopes.length === 0 ? 'Choose at least one scope, or do not connect the app.' : undefined}
        >
          <div className={classes.scopes}>
            {asked.scopes.map((scope) => (
              <Checkbox
                key={scope.name}
                value={scope.name}
                size="sm"
                disabled={!scope.available}
                classNames={{ root: classes.scope, labelWrapper: classes.scopeLabel }}
                label={<ScopeWords scope={scope} />}
              />
            ))}
          </div>
        </Checkbox.Group>
        {asked.connected_before && (
          <Text size="sm" c="dimmed">
            This app is connected already. What you choose here replaces what it may do, from its next refresh on.
          </Text>
        )}
        {refusal && <Refused error={refusal} />}
        <Group justify="flex-end" gap="sm">
          <Button variant="default" onClick={() => deny.mutate()} loading={deny.isPending} disabled={approve.isPending}>
            Do not connect
          </Button>
          <Button type="submit" loading={approve.isPending} disabled={scopes.length === 0 || deny.isPending}>
            Connect
          </Button>
        </Group>
      </Stack>
    </form>
  );
}

function ScopeWords({ scope }: { scope: ConnectRequest['scopes'][number] }) {
  return (
    <span className={classes.words} data-unavailable={scope.available ? undefined : true}>
      <span>{scope.description}</span>
      <code className={classes.name}>{scope.name}</code>
      {!scope.available && <span className={classes.note}>Not available to your roles</span>}
      {scope.available && scope.changes_things && (
        <span className={classes.risk}>Changes what runs and what is spent</span>
      )}
    </span>
  );
}

/** Either answer sends the browser back to the app; the button stays busy until the browser has left. */
function useAnswer(answer: () => Promise<{ redirect_to: string }>) {
  return useMutation<unknown, CallError, void>({
    mutationFn: async () => {
      const { redirect_to } = await answer();
      location.assign(redirect_to);
      await new Promise(() => {});
    },
  });
}
