import { z } from 'zod';

/** Who made a change: a person is one thing, the app or key that they used another, whatever that is called. */
export const actorField = z.object({
  type: z.enum(['api_key', 'user', 'engine']),
  prefix: z.string().optional(),
  last_four: z.string().optional(),
  user: z.string().optional(),
  client: z.string().optional(),
});
