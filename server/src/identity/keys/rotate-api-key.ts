import { z } from 'zod';
import { directWrite } from '../../base/operation.ts';
import { rotateKey } from './api-key.ts';
import { issuedKeyView } from './api-key.view.ts';

/** Issues a replacement for a key, by its creator or an Owner; the old key works up to 48 hours more. */
export const rotateApiKey = directWrite({
  name: 'rotate_api_key',
  summary: 'Rotate an API key',
  description:
    'Issues a key with the same name and scopes that belongs to you and is valid for one year. The old key keeps working for up to 48 hours.',
  rest: 'POST /organizations/{org}/api-keys/{key_id}/rotate',
  tool: null,
  scope: null,
  audience: 'dashboard',
  changes: ['keys'],
  hints: { destructive: true, idempotent: false, openWorld: false },
  status: 201,
  heldByApprovals: false,
  spendsQuota: false,
  input: z.strictObject({ key_id: z.string().max(100) }),
  output: issuedKeyView,
  run: ({ key_id }, context) => rotateKey(context, key_id),
});
