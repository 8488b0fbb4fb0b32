import { addressGroup, placeOfAddress } from './address-group.ts';
import { type Caller, countedAs } from './caller.ts';
import type { CallerContext, Context, PublicContext } from './context.ts';
import type { Place } from './turns.ts';

/** Who asks for something: somebody in an organization, somebody, or anybody. */
export type Asking = (CallerContext | PublicContext) & Partial<Pick<Context, 'organizationId'>>;

/** As much of that as tells whose line it is. */
type Holding = Partial<Pick<Context, 'organizationId' | 'approving'>> &
  ({ caller: Caller } | Pick<PublicContext, 'ip'>);

/** Whose line it is: that of the organization; where it is about none, the person's own, or else the address's. */
function holderOf(context: Holding): string {
  if (context.organizationId !== undefined) return `${context.organizationId}`;
  return 'caller' in context ? `person ${context.caller.personId}` : `address ${addressGroup(context.ip)}`;
}

/**
 * Whose turn it is there: in an organization its people take turns, for a person their credentials do, so that what one
 * asks for on and on keeps no other out. Where anybody may ask, networks take turns before their addresses do.
 */
export function placeOf(context: Holding): Place {
  if (!('caller' in context)) return placeOfAddress(context.ip);
  const { caller, organizationId } = context;
  const part = organizationId === undefined ? countedAs(caller) : personOf(context);
  return { holder: holderOf(context), part };
}

/** Whose request it is, before it is known what it is about: those of one organization's people together take turns. */
export function placeOfSender(caller: Caller | undefined, ip: string): Place {
  if (!caller) return placeOfAddress(ip);
  const home = homeOf(caller);
  const part = personOf({ caller });
  return { holder: home === undefined ? part : `${home}`, part };
}

/** Of those that somebody belongs to, the organization that has been there longest. */
function homeOf({ organizations }: Caller): number | undefined {
  let home: number | undefined;
  for (const { organizationId, access } of organizations.values()) {
    if (access === 'membership' && (home === undefined || organizationId < home)) home = organizationId;
  }
  return home;
}

/** Who wants something: whoever approves it, else whoever asks. */
export function personOf({ approving, caller }: Pick<Context, 'caller' | 'approving'>): string {
  return `person ${approving?.approverId ?? caller.personId}`;
}
