import { Button, Group, Skeleton, Stack } from '@mantine/core';
import { useMutation, useQuery } from '@tanstack/react-query';
import { type ReactNode, useId, useRef } from 'react';
import { CallError } from '../call.ts';
import { useOrganization } from '../organization.tsx';
import { Dialog } from '../parts/dialog.tsx';
import { Notice } from '../parts/notice.tsx';
import { type Act, type Executed, newIdempotencyKey } from './act.ts';
import type { ShownChanges } from './change.ts';
import { ChangeList } from './change-list.tsx';
import { errorWords, isUncertain } from './error-words.ts';
import { HeldNotice } from './held-notice.tsx';
import { useTell } from './use-acts.ts';
import { useReadAgain } from './use-follow.ts';

interface ChangeDialogProps {
  title: string;
  /** One change, or several that are looked at together and made one after the other. */
  acts: readonly Act[];
  /** Names what several acts do together: “Pause 3 campaigns”, “3 campaigns paused”. */
  together?: Pick<Act, 'label' | 'done' | 'underWay'> | undefined;
  /** What to know beside the changes. */
  children?: ReactNode;
  destructive?: boolean;
  onDone?: () => void;
  /** Takes back to the form what it was refused for, where fields of it were. */
  onRefused?: (error: CallError) => void;
  onClose: () => void;
}

/** An act that was looked at: what it would do, or why that cannot be told. */
type Seen = { act: Act; shown: ShownChanges } | { act: Act; error: CallError };

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
  const id = useId();
  const preview = useQuery({
    queryKey: ['preview', id],
    queryFn: async ({ signal }) => {
      const seen = await Promise.all(acts.map((act) => lookAt(act, signal)));
      const refused = seen.flatMap((one) => ('error' in one && one.error.fields.length > 0 ? [one.error] : []));
      if (refused[0]) onRefused?.(refused[0]);
      return seen;
    },
    gcTime: 0,
    staleTime: Number.POSITIVE_INFINITY,
    retry: false,
  });
  const run = useRun(together ?? acts[0], () => {
    onDone?.();
    onClose();
  });
  const possible = (preview.data ?? []).flatMap((seen) => (isPossible(seen) ? [seen.act] : []));
  return (
    <Dialog title={title} size="lg" onClose={onClose}>
      <Stack gap="md">
        {children}
        <output>{preview.data ? <Preview seen={preview.data} /> : <Skeleton height={44} radius="md" />}</output>
        {run.data && <Failures failed={run.data.failed} />}
        <Group justify="flex-end" gap="sm">
          <Button variant="default" onClick={onClose} data-autofocus>
            {run.data ? 'Close' : 'Cancel'}
          </Button>
          <Button
            onClick={() => run.mutate(possible)}
            loading={run.isPending}
            disabled={possible.length === 0 || run.data?.held !== undefined}
            color={destructive ? 'red.9' : 'water'}
          >
            {(together ?? acts[0])?.label}
          </Button>
        </Group>
      </Stack>
    </Dialog>
  );
}

async function lookAt(act: Act, signal: AbortSignal): Promise<Seen> {
  try {
    return { act, shown: await act.preview(signal) };
  } catch (error) {
    if (error instanceof CallError) return { act, error };
    throw error;
  }
}

function isPossible(seen: Seen): boolean {
  return 'shown' in seen && seen.shown.blockedBy === undefined && seen.shown.changes.length > 0;
}

function Preview({ seen }: { seen: readonly Seen[] }) {
  const { currency } = useOrganization();
  return seen.map((one) => (
    <Stack key={one.act.campaign ?? one.act.label} gap="xs" mb={seen.length > 1 ? 'md' : 0}>
      {seen.length > 1 && <strong>{one.act.campaign}</strong>}
      {'shown' in one ? (
        <ChangeList {...one.shown} currency={currency} />
      ) : (
        <Notice tone="danger">{errorWords(one.error)}</Notice>
      )}
    </Stack>
  ));
}

interface Failed {
  act: Act;
  error: CallError;
}

/** What is left when not everything was done. */
interface Rest {
  failed: readonly Failed[];
  held?: CallError;
}

/** Makes the changes one after the other; whatever was made is told, whatever was not stays on the screen. */
function useRun(words: Pick<Act, 'done' | 'underWay'> | undefined, onAllDone: () => void) {
  const keys = useRef(new Map<Act, string>());
  const tell = useTell();
  const readAgain = useReadAgain();
  return useMutation<Rest, CallError, readonly Act[]>({
    async mutationFn(acts) {
      const made: Executed[] = [];
      const failed: Failed[] = [];
      for (const act of acts) {
        const result = await once(act, keys.current);
        if (result instanceof CallError) failed.push({ act, error: result });
        else made.push(result);
      }
      await readAgain();
      if (made.length > 0 && words) void tell({ ...words, ...whatWas(made) });
      if (failed.length === 0) onAllDone();
      const held = failed.find(({ error }) => error.code === 'approval_required')?.error;
      return { failed, ...(held && { held }) };
    },
  });
}

/** A change whose answer never came is sent again under its key, so that it is made once. */
async function once(act: Act, keys: Map<Act, string>): Promise<Executed | CallError> {
  const key = keys.get(act) ?? newIdempotencyKey();
  keys.set(act, key);
  try {
    return await act.execute(key);
  } catch (error) {
    if (!(error instanceof CallError)) throw error;
    if (!isUncertain(error)) keys.delete(act);
    return error;
  }
}

function whatWas(made: readonly Executed[]) {
  return {
    actionIds: made.flatMap(({ action_id }) => action_id ?? []),
    taskIds: made.flatMap(({ task_tracking_id }) => task_tracking_id ?? []),
    skipped: made.flatMap(({ skipped }) => skipped ?? []),
  };
}

function Failures({ failed }: { failed: readonly Failed[] }) {
  return failed.map(({ act, error }) =>
    error.code === 'approval_required' ? (
      <HeldNotice key={act.campaign ?? act.label} error={error} />
    ) : (
      <Notice key={act.campaign ?? act.label} tone="danger">
        {act.campaign && `${act.campaign}: `}
        {errorWords(error)}
      </Notice>
    ),
  );
}
