import { Button } from '@mantine/core';
import { useQuery } from '@tanstack/react-query';
import { type ApiKey, api, type IssuedKey } from '../../api.ts';
import { useOrganization } from '../../organization.tsx';
import { KeyIcon, PlusIcon } from '../../parts/icons.tsx';
import { Page, Section } from '../../parts/page.tsx';
import { Empty, Loaded, RowsSkeleton } from '../../parts/states.tsx';
import { type DialogState, useDialog } from '../../parts/use-dialog.ts';
import { reading } from '../../queries.ts';
import { ConnectedApps } from './connected-apps.tsx';
import { CreateKeyDialog } from './create-key-dialog.tsx';
import { IssuedKeyDialog } from './issued-key-dialog.tsx';
import { KeyList } from './key-list.tsx';
import { RevokeKeyDialog } from './revoke-key-dialog.tsx';
import { RotateKeyDialog } from './rotate-key-dialog.tsx';

/** What is open over the list of keys. */
type Open = { dialog: 'create' } | { dialog: 'rotate' | 'revoke'; key: ApiKey } | { dialog: 'issued'; key: IssuedKey };

/** The keys that automation uses in this organization. */
export default function KeysPage() {
  const { name, role } = useOrganization();
  const dialog = useDialog<Open>();
  const create = (
    <Button leftSection={<PlusIcon size={16} />} onClick={() => dialog.show({ dialog: 'create' })}>
      Create key
    </Button>
  );
  return (
    <Page
      title="API keys"
      of={name}
      description="A key lets a script or an agent act in this organization, with the scopes you give it and never more than your role. Keys work for one year."
      actions={role !== null && create}
    >
      {role === null ? (
        <NotForStaff />
      ) : (
        <Keys create={create} onAct={(act, key) => dialog.show({ dialog: act, key })} />
      )}
      <ConnectedApps />
      <Dialogs {...dialog} />
    </Page>
  );
}

interface KeysProps {
  create: React.ReactNode;
  onAct: (dialog: 'rotate' | 'revoke', key: ApiKey) => void;
}

function Keys({ create, onAct }: KeysProps) {
  const { slug } = useOrganization();
  const keys = useQuery(reading(api.listApiKeys, { org: slug }));
  return (
    <Loaded query={keys} framed skeleton={<RowsSkeleton rows={5} />}>
      {({ api_keys }) =>
        api_keys.length === 0 ? (
          <Section flush>
            <Empty icon={KeyIcon} title="No API keys yet" action={create}>
              Create one for each script, agent or integration: then one can be revoked without stopping the others, and
              the audit trail tells them apart.
            </Empty>
          </Section>
        ) : (
          <KeyList keys={api_keys} onAct={onAct} />
        )
      }
    </Loaded>
  );
}

function Dialogs({ open, show, close }: DialogState<Open>) {
  const showIssued = (key: IssuedKey) => show({ dialog: 'issued', key });
  if (open === null) return null;
  if (open.dialog === 'create') return <CreateKeyDialog onIssued={showIssued} onClose={close} />;
  if (open.dialog === 'issued') return <IssuedKeyDialog issued={open.key} onClose={close} />;
  if (open.dialog === 'rotate') return <RotateKeyDialog apiKey={open.key} onIssued={showIssued} onClose={close} />;
  return <RevokeKeyDialog apiKey={open.key} onClose={close} />;
}

function NotForStaff() {
  return (
    <Section flush>
      <Empty icon={KeyIcon} title="Keys are for members">
        You look after this organization as part of an ad-operations team, which reads but holds no keys here.
      </Empty>
    </Section>
  );
}
