import { z } from 'zod';
import { read } from '../base/operation.ts';
import { areApprovalsRequired } from '../writes/approvals/approvals.store.ts';

/** Tells whether changes made through keys and connected apps wait for a person. */
export const getApprovalsSetting = read({
  name: 'get_approvals_setting',
  summary: 'Get the approvals setting',
  description: 'Tells whether a person must approve every change made through a key or connected app.',
  rest: 'GET /organizations/{org}/approvals',
  tool: null,
  scope: 'organizations:read',
  audience: 'dashboard',
  weight: 'light',
  input: z.strictObject({}),
  output: z.object({ required: z.boolean() }),

  async run(_, context) {
    return { required: await areApprovalsRequired(context) };
  },
});
