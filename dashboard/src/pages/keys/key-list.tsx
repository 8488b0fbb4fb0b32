import { SegmentedControl, Table } from '@mantine/core';
import { useMediaQuery } from '@mantine/hooks';
import { useState } from 'react';
import type { ApiKey } from '../../api.ts';
import { KeyIcon } from '../../parts/icons.tsx';
import { Section } from '../../parts/page.tsx';
import { Empty } from '../../parts/states.tsx';
import { Heads } from '../../parts/table/heads.tsx';
import { KeyCard } from './key-card.tsx';
import { KeyRow } from './key-row.tsx';
import { hasEnded } from './key-state.ts';

const ROOM_FOR_A_TABLE = '(min-width: 68em)';

interface KeyListProps {
  keys: readonly ApiKey[];
  onAct: (dialog: 'rotate' | 'revoke', key: ApiKey) => void;
}

/** Keys in use, or those that ended; as a table where there is room, as cards otherwise. */
export function KeyList({ keys, onAct }: KeyListProps) {
  const [shown, setShown] = useState<'current' | 'ended'>('current');
  const wide = useMediaQuery(ROOM_FOR_A_TABLE, undefined, { getInitialValueInEffect: false });
  const ended = keys.filter(hasEnded);
  const current = keys.filter((key) => !hasEnded(key));
  const rows = shown === 'ended' ? ended : current;
  return (
    <Section
      flush
      title={shown === 'ended' ? 'Ended keys' : 'Keys in use'}
      aside={
        <SegmentedControl
          size="xs"
          aria-label="Which keys to show"
          value={shown}
          onChange={setShown}
          data={[
            { value: 'current', label: `In use (${current.length})` },
            { value: 'ended', label: `Ended (${ended.length})` },
          ]}
        />
      }
    >
      {rows.length === 0 && <NoneOfThese shown={shown} />}
      {rows.length > 0 && (wide ? <KeyTable keys={rows} onAct={onAct} /> : <KeyCards keys={rows} onAct={onAct} />)}
    </Section>
  );
}

function KeyTable({ keys, onAct }: KeyListProps) {
  return (
    <Table verticalSpacing={9}>
      <Heads names={['Name', 'Key', 'Scopes', 'Creator', 'Created', 'Expires', 'State']} />
      <Table.Tbody>
        {keys.map((key) => (
          <KeyRow key={key.id} apiKey={key} onAct={onAct} />
        ))}
      </Table.Tbody>
    </Table>
  );
}

function KeyCards({ keys, onAct }: KeyListProps) {
  return keys.map((key) => <KeyCard key={key.id} apiKey={key} onAct={onAct} />);
}

function NoneOfThese({ shown }: { shown: 'current' | 'ended' }) {
  return shown === 'ended' ? (
    <Empty icon={KeyIcon} title="No key has ended">
      Keys that expire or are revoked stay listed here.
    </Empty>
  ) : (
    <Empty icon={KeyIcon} title="No key is in use">
      Every key of this list has expired or was revoked.
    </Empty>
  );
}
