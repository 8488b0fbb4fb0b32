import type { Notification } from '../notifications/notifications.tsx';
import { useMay, useOrganization } from '../organization.tsx';
import { followTask } from './use-follow.ts';

/** Why each failed, named where there were several. */
export function reasonsOf(parts: readonly { campaign?: string | undefined; why: string | undefined }[]): string[] {
  return parts.flatMap(({ campaign, why }) => {
    if (why === undefined) return [];
    return parts.length > 1 && campaign ? [`${campaign}: ${why}`] : [why];
  });
}

/** How the work in the background of a change ended: why not well, where it did not. */
interface WorkEnd {
  why: string | undefined;
  notKnown?: true;
}

/** Waits for the work in the background of a change, where there is any. */
export async function failureOf({
  task_tracking_id,
}: {
  task_tracking_id?: number | null | undefined;
}): Promise<WorkEnd> {
  if (typeof task_tracking_id !== 'number') return { why: undefined };
  const end = await followTask(task_tracking_id);
  if (end.ended === 'unknown') return { why: 'It takes longer than usual: look at the log later.', notKnown: true };
  return { why: end.ended === 'failed' ? end.why : undefined };
}

/** Whoever reads that something was undone takes all of it for undone. */
export function leftAlone(skipped: readonly string[]): string | undefined {
  return skipped.length > 0 ? `Left alone, because it changed since: ${skipped.join('; ')}.` : undefined;
}

/** Where the log tells of an action, for those who may read it. */
export function useLogLink(): (action: { action_id: string } | undefined) => Notification['link'] {
  const { slug } = useOrganization();
  const mayRead = useMay('audit:read');
  return (action) =>
    action === undefined || !mayRead
      ? undefined
      : { to: `/o/${slug}/activity`, search: { action: action.action_id }, label: 'See in the log' };
}
