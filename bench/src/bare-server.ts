import Fastify from 'fastify';
import { amount, amountOrNull } from '../../server/src/core/amounts.ts';
import { openDatabase } from '../../server/src/core/database.ts';
import { adAccounts, organizationDetail } from '../../server/src/organizations/organization.store.ts';
import { answerParent } from './answer-parent.ts';

/** The limit: a route with the same statements and the same answer, and nothing else. */
answerParent(async ({ databaseUrl, organizationId }: { databaseUrl: string; organizationId: number }) => {
  const { hot } = openDatabase({ url: databaseUrl });
  const app = Fastify({ logger: false });
  app.get('/organization', async (_request, reply) => {
    const [row, accounts] = await Promise.all([
      hot.row(organizationDetail, organizationId),
      hot.rows(adAccounts, organizationId),
    ]);
    if (!row) throw new Error('the organization is missing');
    return reply.header('content-type', 'application/json; charset=utf-8').send(
      JSON.stringify({
        ...row,
        access: 'membership',
        adops_team: null,
        max_spend: amountOrNull(row.max_spend),
        api_budget_change_limit_pct: amount(row.api_budget_change_limit_pct),
        ad_accounts: accounts,
      }),
    );
  });
  return `${await app.listen({ port: 0, host: '127.0.0.1' })}/organization`;
});
