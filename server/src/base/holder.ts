import { addressGroup, placeOfAddress } from './address-group.ts';
import { type Caller, countedAs, type OrganizationAccess } from './caller.ts';
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

/** Whoever nobody knows: many networks together are kept out of the way of those who are known as one is. */
const STRANGERS = 'strangers';

/** What is known of a request before anything is done for it. */
interface Sent {
  ip: string;
  /** What kind of stranger sent it, where nobody is recognised. */
  strangers: string;
  /** The organization that its path names. */
  organization: string | undefined;
}

/**
 * Whose turn a request takes: that of the organization that it names, if its sender belongs to it, else of the one they
 * are most at home in. Its people take turns, and each person's sessions with what acts in their name: nobody is kept
 * from their own pages by a key of theirs that somebody else has got hold of.
 */
export function placeOfSender(caller: Caller | undefined, { ip, strangers, organization }: Sent): Place {
  if (!caller) {
    const { holder: network, part: address } = placeOfAddress(ip);
    return { holder: STRANGERS, part: network, within: `${strangers} ${address}` };
  }
  const { organizationId } = named(caller, organization) ?? homeOf(caller) ?? {};
  const person = personOf({ caller });
  const part = caller.session ? countedAs(caller) : `${caller.via} of ${person}`;
  return { holder: organizationId === undefined ? person : `${organizationId}`, part };
}

function named({ organizations }: Caller, slug: string | undefined): OrganizationAccess | undefined {
  const organization = slug === undefined ? undefined : organizations.get(slug);
  return organization?.access === 'membership' ? organization : undefined;
}

/** Of those that somebody belongs to, the organization in which they are most; of several the one that was there first. */
function homeOf({ organizations }: Caller): OrganizationAccess | undefined {
  let home: OrganizationAccess | undefined;
  for (const organization of organizations.values()) {
    if (organization.access === 'membership' && (!home || isMoreAtHome(organization, home))) home = organization;
  }
  return home;
}

function isMoreAtHome(one: OrganizationAccess, other: OrganizationAccess): boolean {
  const more = one.scopes.size - other.scopes.size;
  return more === 0 ? one.organizationId < other.organizationId : more > 0;
}

/** Who wants something: whoever approves it, else whoever asks. */
export function personOf({ approving, caller }: Pick<Context, 'caller' | 'approving'>): string {
  return `person ${approving?.approverId ?? caller.personId}`;
}
