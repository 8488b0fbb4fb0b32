import { z } from 'zod';
import type { Context } from '../../src/base/context.ts';
import type { Operation } from '../../src/base/operation.ts';
import { inputDecoder } from '../../src/surfaces/rest/decode-input.ts';
import { figureWorld } from '../figures/world.ts';
import type { Cleaned } from '../harness/database.ts';
import { newWorld } from '../identity/world.ts';

/** A world of figures and a way to ask operations about it, as query parameters; `now` is 2026-03-10. */
export async function askableWorld(t: Cleaned, campaigns: number) {
  const world = await newWorld(t);
  const shop = await figureWorld(world.database, 'shop', campaigns);
  const own = await world.as(await world.person('ann', 'owner'));
  const context: Context = { ...own, organizationId: shop.organizationId };
  return { ...shop, ask: (operation: Operation, query: Record<string, string>) => ask(operation, query, context) };
}

/** The answer as it is sent. */
async function ask(operation: Operation, query: Record<string, string>, context: Context): Promise<string> {
  const input = inputDecoder(operation)({ parameters: {}, query, body: undefined, headers: {} });
  return JSON.stringify(await operation.run(input, context));
}

const spend = { spend: z.number(), conversions: z.number(), cpa: z.number() };

/** A performance answer, with nothing more and nothing less than the specification shows. */
export const performanceAnswer = z
  .string()
  .transform((text): unknown => JSON.parse(text))
  .pipe(
    z.strictObject({
      period: z.strictObject({ from: z.string(), to: z.string() }),
      summary: z.strictObject({
        ...spend,
        impressions: z.int(),
        clicks: z.int(),
        ctr: z.number(),
        roas: z.number(),
        vs_previous: z.strictObject({
          spend: z.string().nullable(),
          conversions: z.string().nullable(),
          cpa: z.string().nullable(),
        }),
      }),
      by_campaign: z.array(z.strictObject({ slug: z.string(), ...spend })).optional(),
      by_day: z.array(z.strictObject({ date: z.string(), ...spend })).optional(),
      by_week: z.array(z.strictObject({ week_start: z.string(), ...spend })).optional(),
    }),
  );

/** A page of search terms, likewise. */
export const searchTermsAnswer = z
  .string()
  .transform((text): unknown => JSON.parse(text))
  .pipe(
    z.strictObject({
      search_terms: z.array(
        z.strictObject({
          term: z.string(),
          campaign: z.string(),
          clicks: z.int(),
          cost: z.number(),
          conversions: z.number(),
        }),
      ),
      total: z.int(),
      next_cursor: z.string().nullable(),
    }),
  );
