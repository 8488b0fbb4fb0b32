import type { Context } from '../../base/context.ts';
import { lacksScope, Refusal } from '../../base/errors.ts';
import type { Operation } from '../../base/operation.ts';
import { callerAgain } from '../../identity/requester.ts';
import { changesIn } from './changes-in.ts';
import type { QueuedWriteRow } from './queued-write.store.ts';

declare module '../../base/context.ts' {
  interface Services {
    /** Every operation: a change that waited is run by its name. */
    readonly operations: readonly Operation[];
  }
}

/**
 * The operation of a change that waits, and the context of its requester as of now, approved by the caller; refused where
 * the requester's access is gone.
 */
export async function operationAndRequester(
  queued: QueuedWriteRow,
  context: Context,
): Promise<{ operation: Operation; asRequester: Context }> {
  const operation = context.operations.find(({ name }) => name === queued.operation);
  if (!operation) throw new Refusal('not_supported', 'This kind of change no longer exists.');
  const caller = await callerAgain(context, queued.requester);
  const organization = caller.organizations.get(context.organization.slug);
  if (!organization) throw new Refusal('org_access_denied', 'The requester can no longer act in this organization.');
  const { scope } = operation;
  if (scope !== null && !organization.scopes.has(scope)) {
    throw lacksScope(scope, `This needs the scope ${scope}, which the requester no longer has here.`);
  }
  return { operation, asRequester: { ...context, caller, organization, approving: approvalOf(queued, context) } };
}

function approvalOf(queued: QueuedWriteRow, { caller }: Context): NonNullable<Context['approving']> {
  const { personId: approverId, session } = caller;
  return { queuedWriteId: queued.id, approverId, shown: changesIn(queued), ...(session && { session }) };
}
