import { Table, Text, Tooltip } from '@mantine/core';
import type { ApiKey } from '../../api.ts';
import { formatDate, formatMoment } from '../../format.ts';
import { Status } from '../../parts/status.tsx';
import { KeyActions } from './key-actions.tsx';
import { expiryWords, KEY_STATES, type KeyItemProps, keyDigits, stateMeaning } from './key-state.ts';
import classes from './keys.module.css';
import { ScopesButton } from './scopes-button.tsx';

/** A key as a row of the table. */
export function KeyRow({ apiKey, onAct }: KeyItemProps) {
  const { name, creator, created_at } = apiKey;
  return (
    <Table.Tr>
      <Table.Td className={classes.name}>{name}</Table.Td>
      <Table.Td className={classes.digits}>{keyDigits(apiKey)}</Table.Td>
      <Table.Td>
        <ScopesButton scopes={apiKey.scopes} keyName={name} />
      </Table.Td>
      <Table.Td className={classes.creator}>
        <Tooltip label={creator.email}>
          <span>{creator.name}</span>
        </Tooltip>
      </Table.Td>
      <Table.Td className={classes.date}>{formatDate(created_at)}</Table.Td>
      <Table.Td className={classes.date}>
        <Expiry apiKey={apiKey} />
      </Table.Td>
      <Table.Td>
        <KeyStatus apiKey={apiKey} />
      </Table.Td>
      <Table.Td className={classes.actions}>
        <KeyActions apiKey={apiKey} onAct={onAct} />
      </Table.Td>
    </Table.Tr>
  );
}

/** When the key ends; the exact moment on demand. */
export function Expiry({ apiKey }: { apiKey: ApiKey }) {
  const { text, soon } = expiryWords(apiKey, Date.now());
  return (
    <Tooltip label={formatMoment(apiKey.expires_at)}>
      <Text span inherit className={soon ? classes.soon : undefined}>
        {text}
      </Text>
    </Tooltip>
  );
}

/** The state of the key; what it means on demand. */
export function KeyStatus({ apiKey }: { apiKey: ApiKey }) {
  return (
    <Tooltip label={stateMeaning(apiKey)}>
      <span>
        <Status tone={KEY_STATES[apiKey.state].tone} label={KEY_STATES[apiKey.state].label} />
      </span>
    </Tooltip>
  );
}
