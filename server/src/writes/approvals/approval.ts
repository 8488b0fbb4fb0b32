import { z } from 'zod';
import { sessionIdOf } from '../../base/caller.ts';
import type { Context } from '../../base/context.ts';
import type { Approver } from '../../identity/requester.ts';

/** Who approved something, as work keeps it. Not known of what was approved before it was kept. */
export const approverField: z.ZodType<Approver | undefined> = z
  .object({ person_id: z.number(), session_id: z.string().optional() })
  .optional();

/** Whether a person has approved what work does, and who: what work keeps that makes something new. */
export const approvalFields = { approved: z.boolean().default(false), approved_by: approverField };

/** Whether what waits for the ad platform was approved. It is sent only while whoever approved it stands. */
export interface Approval {
  approved: boolean;
  approved_by?: Approver | undefined;
}

/** The approval under which something is begun. */
export function approvalOf({ approving }: Pick<Context, 'approving'>): Approval {
  return approving ? { approved: true, approved_by: approverOf(approving) } : { approved: false };
}

/** Whoever approves must be one who decides also later, and the session in which they did must not have been ended. */
export function approverOf({ approverId, session }: NonNullable<Context['approving']>): Approver {
  return { person_id: approverId, ...(session && { session_id: sessionIdOf(session) }) };
}
