import { z } from 'zod';
import { directWrite } from '../../base/operation.ts';
import { revokeKey } from './api-key.ts';
import { apiKeyView } from './api-key.view.ts';

/** Ends a key, by its creator or an Owner: immediate and irreversible. */
export const revokeApiKey = directWrite({
  name: 'revoke_api_key',
  summary: 'Revoke an API key',
  description: 'Ends a key at once and for good; its next request is refused.',
  rest: 'POST /organizations/{org}/api-keys/{key_id}/revoke',
  tool: null,
  scope: null,
  audience: 'dashboard',
  changes: ['keys'],
  hints: { destructive: true, idempotent: true, openWorld: false },
  heldByApprovals: false,
  spendsQuota: false,
  endsAccess: true,
  input: z.strictObject({ key_id: z.string().max(100) }),
  output: apiKeyView,
  run: ({ key_id }, context) => revokeKey(context, key_id),
});
