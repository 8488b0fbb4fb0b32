import { Button, Group, Text } from '@mantine/core';
import { useQuery } from '@tanstack/react-query';
import { type Answer, api } from '../../api.ts';
import { formatDate } from '../../format.ts';
import { Notice } from '../../parts/notice.tsx';
import { Section } from '../../parts/page.tsx';
import { Loaded, RowsSkeleton } from '../../parts/states.tsx';
import { Status } from '../../parts/status.tsx';
import { type DialogState, useDialog } from '../../parts/use-dialog.ts';
import { reading } from '../../queries.ts';
import { NewCodesDialog } from './new-codes-dialog.tsx';
import { TurnOffDialog } from './turn-off-dialog.tsx';
import { TurnOnDialog } from './turn-on-dialog.tsx';

type Shown = 'turn-on' | 'turn-off' | 'new-codes';

const FEW_CODES = 3;

/** Where the person turns the second factor on and off, and gets new recovery codes. */
export function SecondFactor() {
  const factor = useQuery(reading(api.getSecondFactor, {}));
  const dialog = useDialog<Shown>();
  return (
    <Section
      title="Second factor"
      description="A code of an app on your phone besides the password: whoever learns your password still stays out."
    >
      <Loaded query={factor} skeleton={<RowsSkeleton rows={1} />}>
        {(data) => <State factor={data} show={dialog.show} />}
      </Loaded>
      {dialog.open === 'turn-on' && <TurnOnDialog onClose={dialog.close} />}
      {dialog.open === 'turn-off' && <TurnOffDialog onClose={dialog.close} />}
      {dialog.open === 'new-codes' && <NewCodesDialog onClose={dialog.close} />}
    </Section>
  );
}

interface StateProps {
  factor: Answer<typeof api.getSecondFactor>;
  show: DialogState<Shown>['show'];
}

function State({ factor: { since, recovery_codes_left: left }, show }: StateProps) {
  if (since === null) {
    return (
      <Group justify="space-between">
        <Status tone="over" label="Off" note="Your password alone signs you in." />
        <Button onClick={() => show('turn-on')}>Turn on</Button>
      </Group>
    );
  }
  return (
    <>
      {left < FEW_CODES && (
        <Notice tone="warning">
          {left === 0 ? 'You have no recovery codes left.' : `You have only ${left} recovery codes left.`} Without one,
          losing your phone locks you out.
        </Notice>
      )}
      <Group justify="space-between" mt={left < FEW_CODES ? 'md' : 0}>
        <Status tone="good" label="On" note={`Since ${formatDate(since)}.`} />
        <Group gap="sm">
          <Text size="sm" c="dimmed">
            Recovery codes left: {left}
          </Text>
          <Button variant="default" onClick={() => show('new-codes')}>
            New recovery codes
          </Button>
          <Button variant="default" onClick={() => show('turn-off')}>
            Turn off
          </Button>
        </Group>
      </Group>
    </>
  );
}
