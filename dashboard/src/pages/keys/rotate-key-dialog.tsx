import { List, Text } from '@mantine/core';
import { type ApiKey, api, type IssuedKey } from '../../api.ts';
import { daysUntil, formatMoment } from '../../format.ts';
import { useMe, useOrganization } from '../../organization.tsx';
import { ConfirmDialog } from '../../parts/confirm-dialog.tsx';
import { useChange } from '../../queries.ts';
import { keyDigits } from './key-state.ts';

const OVERLAP_DAYS = 2;

interface RotateKeyDialogProps {
  apiKey: ApiKey;
  onIssued: (key: IssuedKey) => void;
  onClose: () => void;
}

/** Says what rotating does before it is done. */
export function RotateKeyDialog({ apiKey, onIssued, onClose }: RotateKeyDialogProps) {
  const { slug } = useOrganization();
  const { email } = useMe();
  const rotate = useChange(api.rotateApiKey, [api.listApiKeys]);
  const endsSooner = daysUntil(apiKey.expires_at, Date.now()) < OVERLAP_DAYS;
  return (
    <ConfirmDialog
      title={`Rotate “${apiKey.name}”?`}
      confirm="Rotate key"
      busy={rotate.isPending}
      error={rotate.error}
      onConfirm={() => rotate.mutate({ org: slug, key_id: apiKey.id }, { onSuccess: onIssued })}
      onClose={onClose}
    >
      <Text>
        A replacement for <code>{keyDigits(apiKey)}</code> is issued with the same name and scopes.
      </Text>
      <List spacing={4}>
        <List.Item>The new key is shown once and works for a year.</List.Item>
        <List.Item>
          {endsSooner
            ? `The old key keeps working until it expires on ${formatMoment(apiKey.expires_at)}.`
            : 'The old key keeps working for 48 hours, so that you can move everything that uses it. Then it is refused.'}
        </List.Item>
        {apiKey.creator.email !== email && (
          <List.Item>The new key belongs to you; the old one belongs to {apiKey.creator.name}.</List.Item>
        )}
      </List>
    </ConfirmDialog>
  );
}
