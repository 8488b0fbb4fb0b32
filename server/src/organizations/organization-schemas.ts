import { z } from 'zod';

/** The members that the list row and the detail of an organization share. */
export const organizationFields = {
  slug: z.string(),
  name: z.string(),
  plan: z.string(),
  currency: z.string(),
  access: z.enum(['membership', 'adops_team']),
  adops_team: z.object({ name: z.string() }).nullable().describe('The team of the operator that is responsible.'),
};

/** The responsible team as it is answered. */
export function teamOf(name: string | null): { name: string } | null {
  return name === null ? null : { name };
}
