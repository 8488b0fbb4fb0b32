import { ceilingOf } from '../../../../server/src/identity/role-ceiling.ts';
import type { ApiKey, OrganizationOfMe } from '../../api.ts';
import { daysUntil, formatDate, formatDistance } from '../../format.ts';
import type { Tone } from '../../parts/status.tsx';

const SOON_DAYS = 30;

/** How a key's state is shown: in a word, and what that means. */
export const KEY_STATES: Record<ApiKey['state'], { tone: Tone; label: string; meaning: string }> = {
  active: { tone: 'good', label: 'Active', meaning: 'Works.' },
  rotated: { tone: 'waiting', label: 'Replaced', meaning: 'Works until it expires; a replacement was issued.' },
  stopped: { tone: 'bad', label: 'Stopped', meaning: 'Refused: its creator’s role no longer carries its scopes.' },
  expired: { tone: 'over', label: 'Expired', meaning: 'Refused since it expired.' },
  revoked: { tone: 'over', label: 'Revoked', meaning: 'Refused for good.' },
};

/** Why a key was revoked, where that was not a person's decision. */
export function stateMeaning(key: ApiKey): string {
  if (key.revoked_because === 'exposed') return 'Revoked because it was found in public.';
  return KEY_STATES[key.state].meaning;
}

/** Keys that work or could work again come first; the rest is history. */
export function hasEnded({ state }: ApiKey): boolean {
  return state === 'revoked' || state === 'expired';
}

/** When a key ends, and a warning when that is near. */
export function expiryWords(key: ApiKey, now: number): { text: string; soon: boolean } {
  const soon = !hasEnded(key) && daysUntil(key.expires_at, now) < SOON_DAYS;
  return { text: soon ? formatDistance(key.expires_at, now) : formatDate(key.expires_at), soon };
}

/** A key as it is named everywhere after its creation. */
export function keyDigits({ prefix, last_four }: ApiKey): string {
  return `${prefix}…${last_four}`;
}

interface Person {
  email: string;
  role: OrganizationOfMe['role'];
}

/** A key is rotated or revoked by its creator or an Owner, while there is something to end. */
export function canRevoke(key: ApiKey, { email, role }: Person): boolean {
  return !hasEnded(key) && (role === 'owner' || (role !== null && key.creator.email === email));
}

/** The replacement belongs to whoever rotates, so that person's role must carry all its scopes. */
export function canRotate(key: ApiKey, person: Person): boolean {
  const ceiling = ceilingOf(person.role);
  return canRevoke(key, person) && key.state !== 'rotated' && key.scopes.every((scope) => ceiling.has(scope));
}

/** What a row or card of the list is about. */
export interface KeyItemProps {
  apiKey: ApiKey;
  onAct: (dialog: 'rotate' | 'revoke', key: ApiKey) => void;
}
