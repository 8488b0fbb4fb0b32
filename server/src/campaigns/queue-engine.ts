import type { Services, Tenancy } from '../base/context.ts';

/** The work of looking for what could be done in an organization. */
export const RUN_ENGINE = 'run_engine';

/** Has the engine look at an organization, from the campaign after the one named on; one such run waits at a time. */
export async function queueEngine(
  { tasks }: Pick<Services, 'tasks'>,
  { db, organizationId }: Tenancy,
  { after = 0, notBefore }: { after?: number; notBefore?: number } = {},
): Promise<void> {
  await tasks.enqueue(db, {
    organizationId,
    type: RUN_ENGINE,
    payload: { after },
    onlyOne: `${RUN_ENGINE}/${after}`,
    ...(notBefore !== undefined && { notBefore }),
  });
}
