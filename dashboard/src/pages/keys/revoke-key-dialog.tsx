import { Text } from '@mantine/core';
import { type ApiKey, api } from '../../api.ts';
import { useOrganization } from '../../organization.tsx';
import { ConfirmDialog } from '../../parts/confirm-dialog.tsx';
import { useChange } from '../../queries.ts';
import { keyDigits } from './key-state.ts';

/** Says what revoking does before it is done. */
export function RevokeKeyDialog({ apiKey, onClose }: { apiKey: ApiKey; onClose: () => void }) {
  const { slug } = useOrganization();
  const revoke = useChange(api.revokeApiKey, [api.listApiKeys]);
  return (
    <ConfirmDialog
      destructive
      title={`Revoke “${apiKey.name}”?`}
      confirm="Revoke key"
      busy={revoke.isPending}
      error={revoke.error}
      onConfirm={() => revoke.mutate({ org: slug, key_id: apiKey.id }, { onSuccess: onClose })}
      onClose={onClose}
    >
      <Text>
        <code>{keyDigits(apiKey)}</code> stops working at once: the next request with it is refused.{' '}
        <strong>This cannot be undone.</strong>
      </Text>
      <Text c="dimmed" size="sm">
        To replace a key without interruption, rotate it instead: the old one then works for another 48 hours.
      </Text>
    </ConfirmDialog>
  );
}
