import { z } from 'zod';
import { timestamp } from '../../base/schemas.ts';
import { isScope, SCOPES } from '../../base/scopes.ts';
import { roleCarries } from '../role-ceiling.ts';
import type { ApiKeyRow } from './api-key.store.ts';

/** The ten scopes as a schema, in the specification's order. */
export const scopeName = z.enum(Object.keys(SCOPES).filter(isScope));

/** `stopped`: the creator's role no longer carries what the key was given. */
const keyState = z.enum(['active', 'rotated', 'expired', 'revoked', 'stopped']);

/** What stays visible of a key after its creation. */
export const apiKeyView = z.object({
  id: z.string(),
  name: z.string(),
  prefix: z.string().describe('svc_live_ and the first four random characters.'),
  last_four: z.string(),
  scopes: z.array(scopeName),
  creator: z.object({ email: z.string(), name: z.string() }),
  created_at: timestamp,
  expires_at: timestamp,
  rotated_at: timestamp.nullable(),
  replaced_by: z.string().nullable().describe('The id of the key that replaced this one.'),
  revoked_at: timestamp.nullable(),
  revoked_because: z.enum(['revoked', 'exposed']).nullable(),
  state: keyState,
});

/** A key at the only moment when it is shown whole. */
export const issuedKeyView = apiKeyView.extend({
  key: z.string().describe('The whole key. It is shown this once; only its hash is kept.'),
});

/** Tells how a key is listed, by the clock and by its creator's role of the moment. */
export function viewOf(row: ApiKeyRow, now: number): z.output<typeof apiKeyView> {
  return {
    id: row.id,
    name: row.name,
    prefix: row.prefix,
    last_four: row.last_four,
    scopes: row.scopes.filter(isScope),
    creator: { email: row.creator_email, name: row.creator_name },
    created_at: row.created_at,
    expires_at: row.expires_at,
    rotated_at: row.rotated_at,
    replaced_by: row.replaced_by,
    revoked_at: row.revoked_at,
    revoked_because: row.revoked_because,
    state: stateOf(row, now),
  };
}

/** The state of a key: what ended it comes before what only limits it. */
function stateOf(row: ApiKeyRow, now: number): z.output<typeof keyState> {
  if (row.revoked_at !== null) return 'revoked';
  if (Date.parse(row.expires_at) <= now) return 'expired';
  if (row.creator_role === null || !roleCarries(row.creator_role, row.scopes.filter(isScope))) return 'stopped';
  return row.rotated_at === null ? 'active' : 'rotated';
}
