import { z } from 'zod';

/** Reads a task that has ended. */
export const settledTask = z.object({
  status: z.string(),
  result: z
    .record(z.string(), z.unknown())
    .nullish()
    .transform((result) => result ?? undefined),
  error: z
    .object({ reason: z.string(), message: z.string() })
    .nullish()
    .transform((error) => error ?? undefined),
});
/** A finished task as it is answered. */
export type SettledTask = z.infer<typeof settledTask>;
