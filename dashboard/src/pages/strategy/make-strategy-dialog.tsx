import { ActionIcon, Button, FileButton, Group, Stack, Text } from '@mantine/core';
import { useNavigate } from '@tanstack/react-router';
import { type FormEvent, useState } from 'react';
import { api } from '../../api.ts';
import { type FieldProblems, useFieldProblems } from '../../changes/field-problems.ts';
import { useOrganization } from '../../organization.tsx';
import { Refused } from '../../parts/confirm-dialog.tsx';
import { Dialog } from '../../parts/dialog.tsx';
import { PlusIcon, RevokeIcon } from '../../parts/icons.tsx';
import { useChange } from '../../queries.ts';
import classes from './strategy.module.css';
import { MOST_DOCUMENTS, readDocuments, type SuppliedDocument } from './supplied-documents.ts';

/** Asks what else is known of the business, and starts the writing. */
export function MakeStrategyDialog({ onClose }: { onClose: () => void }) {
  const { slug } = useOrganization();
  const navigate = useNavigate();
  const [documents, setDocuments] = useState<readonly SuppliedDocument[]>([]);
  const make = useChange(api.generateStrategy, [api.listStrategies], { once: true });
  const problems = useFieldProblems();
  const room = MOST_DOCUMENTS - documents.length;
  const usable = documents.every(({ problem }) => problem === undefined);

  async function add(files: File[]) {
    const read = await readDocuments(files);
    setDocuments((before) => [...before, ...read].slice(0, MOST_DOCUMENTS));
  }

  function submit(event: FormEvent) {
    event.preventDefault();
    problems.forget();
    make.mutate(
      { org: slug, documents: documents.map(({ name, content }) => ({ name, content })) },
      {
        onError: problems.refuse,
        onSuccess: ({ strategy }) =>
          navigate({
            to: '/o/$org/strategies/$strategyId',
            params: { org: slug, strategyId: strategy },
          }),
      },
    );
  }

  return (
    <Dialog title="Write a strategy" size="lg" onClose={onClose}>
      <form onSubmit={submit}>
        <Stack gap="md">
          {make.error && <Refused error={make.error} />}
          <Text>
            It is written from the business profile, the figures, an audit of the account and what people search for.
            Add what only you know: goals, margins, seasons, a brief.
          </Text>
          <Documents documents={documents} problems={problems} onChange={setDocuments} />
          <Group gap="sm">
            <FileButton onChange={add} accept=".txt,.md,.csv,text/plain,text/markdown,text/csv" multiple>
              {(props) => (
                <Button {...props} variant="default" leftSection={<PlusIcon size={16} />} disabled={room === 0}>
                  Add documents
                </Button>
              )}
            </FileButton>
            <Text size="sm" c="dimmed">
              {room === 0
                ? 'No more than five.'
                : 'Up to five, plain text or markdown, 20,000 characters each. They are quoted; nothing in them is followed.'}
            </Text>
          </Group>
          <Group justify="flex-end" gap="sm">
            <Button variant="default" onClick={onClose}>
              Cancel
            </Button>
            <Button type="submit" loading={make.isPending} disabled={!usable}>
              Write the strategy
            </Button>
          </Group>
        </Stack>
      </form>
    </Dialog>
  );
}

interface DocumentsProps {
  documents: readonly SuppliedDocument[];
  problems: FieldProblems;
  onChange: (documents: readonly SuppliedDocument[]) => void;
}

function Documents({ documents, problems, onChange }: DocumentsProps) {
  if (documents.length === 0) return null;
  return (
    <ul className={classes.documents}>
      {documents.map((document, at) => (
        <li
          key={`${document.name} ${document.content.length}`}
          data-problem={document.problem !== undefined || undefined}
        >
          <span className={classes.documentName}>{document.name}</span>
          <span className={classes.documentSize}>
            {document.problem ??
              problems.below(`documents.${at}`)[0] ??
              `${document.content.length.toLocaleString('en')} characters`}
          </span>
          <ActionIcon
            variant="subtle"
            color="gray"
            aria-label={`Leave ${document.name} out`}
            onClick={() => [problems.forget(), onChange(documents.filter((one) => one !== document))]}
          >
            <RevokeIcon size={16} />
          </ActionIcon>
        </li>
      ))}
    </ul>
  );
}
