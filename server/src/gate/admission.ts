import type { Caller, OrganizationAccess } from '../base/caller.ts';
import type { CallerContext } from '../base/context.ts';
import { lacksScope, notFound, Refusal } from '../base/errors.ts';
import type { Operation } from '../base/operation.ts';
import type { Call } from './call.ts';

/** The one organization that a key is bound to. */
export function ownOrganization(caller: Caller): OrganizationAccess {
  const organization = caller.organizations.get(caller.key?.organization ?? '');
  if (!organization) throw new Error('a key without an organization');
  return organization;
}

/** The organization that the caller named, if the caller can act in it. */
export function organizationNamed(call: Call, caller: Caller): OrganizationAccess {
  const { organization: named } = call;
  if (caller.key && (named === '_' || named === undefined)) return ownOrganization(caller);
  const organization = caller.organizations.get(named ?? '');
  if (!organization) throw new Refusal('org_access_denied', 'This credential cannot act in that organization.');
  return organization;
}

/** The organization of the object that the input names. */
export async function organizationOfObject(
  call: Call,
  input: unknown,
  caller: Caller,
  context: CallerContext,
): Promise<OrganizationAccess> {
  const organizationId = await call.operation.locate?.(input, context);
  const organization = [...caller.organizations.values()].find((one) => one.organizationId === organizationId);
  const disagrees =
    call.organization !== undefined && call.organization !== '_' && call.organization !== organization?.slug;
  if (!organization || disagrees) throw notFound('That object');
  return organization;
}

/** Refuses anyone but Owners where the operation is for them. */
export function checkRole(operation: Operation, organization: OrganizationAccess): void {
  if (operation.ownersOnly && organization.role !== 'owner') {
    throw new Refusal('role_denied', 'Only an Owner of the organization can do this.', {
      extra: { required_role: 'owner' },
    });
  }
}

/** Refuses a credential without the operation's scope. */
export function checkScope({ scope }: Operation, scopes: ReadonlySet<string>): void {
  if (scope === null || scopes.has(scope)) return;
  throw lacksScope(scope, `This needs the scope ${scope}, which the credential does not have here.`);
}
