import Fastify from 'fastify';
import { amount, amountOrNull } from '../../server/src/base/amounts.ts';
import { openDatabase } from '../../server/src/base/database.ts';
import { campaignPage } from '../../server/src/campaigns/campaign-list.store.ts';
import { findOrganization, listShownAccounts } from '../../server/src/organizations/organization.store.ts';
import { answerParent } from './answer-parent.ts';
import { bareEdit, bareEditPreview } from './bare-edit.ts';
import type { BenchWorld } from './seed.ts';

const PAGE = 20;
const JSON_TYPE = 'application/json; charset=utf-8';

/** The limit: routes with the same statements and the same answers, and nothing else. */
answerParent(async ({ databaseUrl, world }: { databaseUrl: string; world: BenchWorld }) => {
  const database = openDatabase({ url: databaseUrl });
  const { organizationId } = world;
  const tenancy = { db: database.hot, organizationId };
  const app = Fastify({ logger: false });

  app.get('/organization', async (_request, reply) => {
    const [row, accounts] = await Promise.all([findOrganization(tenancy), listShownAccounts(tenancy)]);
    if (!row) throw new Error('the organization is missing');
    const limits = {
      max_spend: amountOrNull(row.max_spend),
      api_budget_change_limit_pct: amount(row.api_budget_change_limit_pct),
    };
    const answer = { ...row, access: 'membership', adops_team: null, ...limits, ad_accounts: accounts };
    return reply.header('content-type', JSON_TYPE).send(JSON.stringify(answer));
  });

  app.get('/campaigns', async (_request, reply) => {
    const { rows, total } = await campaignPage(tenancy, { accountId: null, state: null }, undefined, PAGE + 1);
    const campaigns = rows.slice(0, PAGE).map((row) => ({
      slug: row.slug,
      name: row.name,
      type: row.type,
      state: row.state,
      budget: amount(row.budget),
      spend_7d: amount(row.spend_7d),
      conversions_7d: amount(row.conversions_7d),
      cpa_7d: amount(row.cpa_7d),
      created_at: row.created_at,
    }));
    const answer = { campaigns, total, next_cursor: null };
    return reply.header('content-type', JSON_TYPE).send(JSON.stringify(answer));
  });

  app.patch<{ Params: { slug: string }; Body: { budget: number; dry_run?: boolean } }>(
    '/campaigns/:slug',
    async (request, reply) => {
      const { slug } = request.params;
      const { budget, dry_run: previewing = true } = request.body;
      const answer = previewing
        ? await bareEditPreview(tenancy, slug, budget)
        : await bareEdit(database, world, slug, budget);
      return reply.header('content-type', JSON_TYPE).send(JSON.stringify(answer));
    },
  );
  return app.listen({ port: 0, host: '127.0.0.1' });
});
