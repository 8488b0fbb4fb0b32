import { Button, Group, Skeleton, Stack } from '@mantine/core';
import { useMutation } from '@tanstack/react-query';
import type { ReactNode } from 'react';
import type { CallError } from '../call.ts';
import { useOrganization } from '../organization.tsx';
import { Dialog } from '../parts/dialog.tsx';
import { Notice } from '../parts/notice.tsx';
import type { Act } from './act.ts';
import { ChangeList } from './change-list.tsx';
import { errorWords, isUncertain } from './error-words.ts';
import { HeldNotice } from './held-notice.tsx';
import { madeInTurn } from './made-in-turn.ts';
import { isPossible, type Seen, usePreview } from './use-preview.ts';
import { type Failed, type Together, useRun } from './use-run.ts';

interface ChangeDialogProps {
  title: string;
  /** One change, or several that are looked at together and made one after the other. */
  acts: readonly Act[];
  /** Names what so many of the acts do together: “Pause 3 campaigns”, “2 of 3 campaigns paused”. */
  together?: Together | undefined;
  /** What to know beside the changes. */
  children?: ReactNode;
  destructive?: boolean;
  onDone?: () => void;
  /** Takes back to the form what it was refused for, where fields of it were. */
  onRefused?: (error: CallError) => void;
  onClose: () => void;
}

/** Shows what would change, and makes the change when the button that names it is pressed. */
export function ChangeDialog({
  title,
  acts,
  together,
  children,
  destructive = false,
  onDone,
  onRefused,
  onClose,
}: ChangeDialogProps) {
  const run = useRun(acts, together, () => {
    onDone?.();
    onClose();
  });
  const {
    seen: looked,
    changed,
    notAgain,
    unsettled,
    stillSo,
  } = usePreview(acts, { paused: run.isPending, onRefused });
  const seen = looked && madeInTurn(looked, acts);
  const press = useMutation({
    mutationFn: async (acts: readonly Act[]) => ((await stillSo()) ? run.mutateAsync(acts) : undefined),
  });
  const unsure = new Set(run.data?.failed.flatMap(({ act, error }) => (isUncertain(error) ? [act.id] : [])));
  // One that may have been made is sent again as it was: its preview tells no more than that.
  const possible = (seen ?? []).flatMap((one) => (isPossible(one) || unsure.has(one.act.id) ? [one.act] : []));
  const { label } = together?.(possible.length || acts.length) ?? seen?.[0]?.act ?? acts[0] ?? {};
  return (
    <Dialog title={title} size="lg" onClose={onClose}>
      <Stack gap="md">
        {children}
        <output>
          <Stack gap="sm">
            {changed && (
              <Notice tone="warning">Something changed while you were looking. This is what would happen now.</Notice>
            )}
            {notAgain && (
              <Notice tone="warning">It could not be looked at again for now; that is tried by itself.</Notice>
            )}
            {seen ? <Preview seen={seen} /> : <Skeleton height={44} radius="md" />}
          </Stack>
        </output>
        {run.data && <Failures failed={run.data.failed} />}
        {run.data?.overtaken.map((act) => (
          <Notice key={act.id} tone="warning">
            {acts.length > 1 && `${act.campaign}: `}The earlier try had been made, and others have changed it since.
          </Notice>
        ))}
        <Group justify="flex-end" gap="sm">
          <Button variant="default" onClick={onClose} data-autofocus>
            {run.data ? 'Close' : 'Cancel'}
          </Button>
          <Button
            onClick={() => press.mutate(possible)}
            loading={press.isPending}
            disabled={possible.length === 0 || unsettled || run.data?.held !== undefined}
            color={destructive ? 'red.9' : 'water'}
          >
            {label}
          </Button>
        </Group>
      </Stack>
    </Dialog>
  );
}

function Preview({ seen }: { seen: readonly Seen[] }) {
  const { currency } = useOrganization();
  return seen.map((one) => (
    <Stack key={one.act.id} gap="xs" mb={seen.length > 1 ? 'md' : 0}>
      {seen.length > 1 && <strong>{one.act.campaign}</strong>}
      {'shown' in one ? (
        <ChangeList {...one.shown} currency={currency} />
      ) : (
        <Notice tone="danger">{errorWords(one.error)}</Notice>
      )}
    </Stack>
  ));
}

function Failures({ failed }: { failed: readonly Failed[] }) {
  return failed.map(({ act, error }) =>
    error.code === 'approval_required' ? (
      <HeldNotice key={act.id} error={error} />
    ) : (
      <Notice key={act.id} tone="danger">
        {act.campaign && `${act.campaign}: `}
        {errorWords(error)}
      </Notice>
    ),
  );
}
