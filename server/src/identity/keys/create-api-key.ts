import { z } from 'zod';
import { directWrite } from '../../base/operation.ts';
import { nameText } from '../../base/schemas.ts';
import { createKey } from './api-key.ts';
import { issuedKeyView, scopeName } from './api-key.view.ts';

const NAME_LENGTH = 80;

/** Creates an API key bound to the organization, within the role of the person who creates it. */
export const createApiKey = directWrite({
  name: 'create_api_key',
  summary: 'Create an API key',
  description: 'Creates an API key that is valid for one year. The whole key is in this answer and never again.',
  rest: 'POST /organizations/{org}/api-keys',
  tool: null,
  scope: null,
  audience: 'dashboard',
  changes: ['keys'],
  hints: { destructive: false, idempotent: false, openWorld: false },
  status: 201,
  heldByApprovals: false,
  spendsQuota: false,
  input: z.strictObject({
    name: nameText(NAME_LENGTH).describe('What the key is for, 1 to 80 characters.'),
    scopes: z.array(scopeName).min(1).max(scopeName.options.length).describe('What the key may do; at least one.'),
  }),
  output: issuedKeyView,
  run: (input, context) => createKey(context, input),
});
