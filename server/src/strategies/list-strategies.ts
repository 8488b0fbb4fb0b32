import { z } from 'zod';
import { read } from '../base/operation.ts';
import { cursorAfter, pageOf, positionOf } from '../base/pages.ts';
import { pageInput, pageOutput } from '../base/schemas.ts';
import { strategyPage } from './strategy.store.ts';
import { strategyFields, viewOf } from './strategy-view.ts';

const position = z.object({ createdAt: z.string(), id: z.string() });

/** The strategies of an organization, newest first, without their bodies. */
export const listStrategies = read({
  name: 'list_strategies',
  summary: 'List strategies',
  description:
    'Lists the strategy documents of an organization, newest first, without their bodies. Read one with svc_get_strategy next; ask for a new one with svc_generate_strategy only if none is recent.',
  rest: 'GET /organizations/{org}/strategy',
  tool: 'svc_list_strategies',
  scope: 'reports:read',
  input: z.strictObject({ ...pageInput }),
  output: z.object({ strategies: z.array(z.object(strategyFields)), ...pageOutput }),

  async run({ limit, cursor }, context) {
    const query = { list: 'strategies' };
    const after = positionOf(context, query, cursor, position);
    const found = await strategyPage(context, after, limit + 1);
    const { rows, next } = pageOf(found.rows, limit, ({ created_at, id }) => ({ createdAt: created_at, id }));
    const place = { appUrl: context.config.appUrl, organization: context.organization.slug };
    return {
      strategies: rows.map((row) => viewOf(row, place)),
      total: found.total,
      next_cursor: cursorAfter(context, query, next),
    };
  },
});
