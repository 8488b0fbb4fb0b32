import { isDeepStrictEqual } from 'node:util';
import type { Caller } from '../base/caller.ts';
import type { Call, Gate, Progress } from './call.ts';

/**
 * Looks the caller up again after their access was found moved. Where everything that the call stood on is as it was,
 * its answer holds under the epochs of this look-up; whoever changes something else of that person, such as their role
 * in another organization, has the call neither run twice nor refused. What cannot be told now is not taken as unchanged.
 */
export async function standsUnchanged(call: Call, { authenticator }: Gate, progress: Progress): Promise<boolean> {
  const { credential, resource } = call;
  authenticator.forget(credential);
  const identified = await Promise.resolve(authenticator.identify(credential, { live: false, resource })).catch(
    () => null,
  );
  if (!progress.caller || !identified || 'refusal' in identified) return false;
  if (!isDeepStrictEqual(stoodOn(progress.caller, progress), stoodOn(identified.caller, progress))) return false;
  progress.guard = identified.guard;
  return true;
}

/** Inside an organization nothing depends on the caller's others, unless the operation looked at them. */
function stoodOn(caller: Caller, { organization, lookedBeyond }: Progress) {
  if (!organization || lookedBeyond) return caller;
  return { ...caller, organizations: caller.organizations.get(organization.slug) };
}

/** The caller as what runs in an organization sees it: whether it looks at the others is noted. */
export function watched(caller: Caller, progress: Progress): Caller {
  return {
    ...caller,
    get organizations() {
      progress.lookedBeyond = true;
      return caller.organizations;
    },
  };
}
