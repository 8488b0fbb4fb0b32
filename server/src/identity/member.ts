import { z } from 'zod';
import type { Tenancy } from '../base/context.ts';
import { invalid, notFound } from '../base/errors.ts';
import { timestamp } from '../base/schemas.ts';
import { ROLES } from '../base/scopes.ts';
import { findMember, type MemberRow } from './membership.store.ts';

const LARGEST_ID = 2_147_483_647;
const EMAIL_LENGTH = 254;

/** A role as callers send it. */
export const roleName = z.enum(ROLES);

/** A member as it stands in a path. */
export const memberId = z.int().min(1).max(LARGEST_ID);

/** An email address as people type it: case and surrounding spaces do not matter. */
export const emailAddress = z.string().trim().toLowerCase().min(1).max(EMAIL_LENGTH);

/** One member of an organization. */
export const memberView = z.object({
  person_id: z.int(),
  email: z.string(),
  name: z.string(),
  role: roleName,
  since: timestamp,
});

/** A member as answered. */
export function memberOf({ person_id, email, name, role, created_at }: MemberRow): z.output<typeof memberView> {
  return { person_id, email, name, role, since: created_at };
}

/** The member named, or not_found. */
export async function memberNamed(tenancy: Tenancy, personId: number): Promise<MemberRow> {
  const member = await findMember(tenancy, personId);
  if (!member) throw notFound('The member');
  return member;
}

/** An organization always keeps at least one Owner; `owners` must be held by the transaction. */
export function keepAnOwner(owners: ReadonlySet<number>, leaving: number, path: string): void {
  if (owners.size === 1 && owners.has(leaving)) {
    throw invalid([{ path, message: 'an organization always keeps at least one Owner' }]);
  }
}
