import assert from 'node:assert/strict';
import { before, describe, test } from 'node:test';
import { z } from 'zod';
import { statement } from '../../../src/base/database.ts';
import { budgetBounds } from '../../../src/campaigns/budget-bounds.ts';
import { wholeSuite } from '../../harness/service.ts';
import { refused } from '../answers.ts';
import type { Organization } from '../organization.ts';
import { startWorld, type Writes } from '../world.ts';

const limits = z.object({
  max_spend: z.number().nullable(),
  api_budget_change_limit_pct: z.number(),
  campaigns: z.array(z.object({ slug: z.string(), others: z.number() })),
});

const removeThere = statement<[organizationId: number, slug: string], never>(
  `update campaign set platform_state = 'removed' where organization_id = $1 and slug = $2`,
);
const raiseOnItsWay = statement<[organizationId: number, slug: string, budget: number], never>(
  'update campaign set pending_budget = $3 where organization_id = $1 and slug = $2',
);

describe('the limits of budgets that people are told', () => {
  const suite = wholeSuite();
  let writes: Writes;

  before(async () => {
    writes = await startWorld(suite);
  });

  const ask = (org: Organization, query = '') =>
    org.send('GET', `/organizations/${org.slug}/budget-limits${query}`, undefined, {
      cookie: org.people.member.cookie,
    });

  async function told(org: Organization, query?: string) {
    const answer = await ask(org, query);
    assert.equal(answer.status, 200, answer.text);
    return limits.parse(answer.json);
  }

  async function isWithin(org: Organization, slug: string, budget: number): Promise<boolean> {
    const preview = await org.patch(slug, { budget });
    assert.equal(preview.status, 200, preview.text);
    return z.object({ within_limits: z.boolean() }).parse(preview.json).within_limits;
  }

  /** Holds what is told of every campaign to what previews answer, on both sides of each bound. */
  async function holds(org: Organization): Promise<void> {
    const { max_spend: maxSpend, api_budget_change_limit_pct: percent, campaigns } = await told(org);
    for (const { slug, others } of campaigns) {
      const { budget } = z.object({ budget: z.number() }).parse(await org.campaign(slug));
      const bounds = budgetBounds({ budget, percent, maxSpend, others });
      if (!bounds) {
        assert.equal(await isWithin(org, slug, 1_000_000), true, slug);
        continue;
      }
      const { min, max } = bounds;
      assert.deepEqual([await isWithin(org, slug, max), await isWithin(org, slug, max + 1)], [true, false], slug);
      assert.equal(await isWithin(org, slug, min), true, slug);
      if (min > 0) assert.equal(await isWithin(org, slug, min - 1), false, slug);
    }
  }

  /** Three campaigns of 40, 30 and 0 a day. */
  async function three(org: Organization): Promise<string> {
    const first = await org.draft({ budget: 40 });
    await org.draft({ budget: 30 });
    await org.draft({ budget: 0 });
    return first;
  }

  const situations: [string, (org: Organization) => Promise<unknown>][] = [
    ['without a cap', three],
    ['with room for part of a move', async (org) => [await three(org), await org.setCap(75 * 30)]],
    ['with a cap that is passed already', async (org) => [await three(org), await org.setCap(50 * 30)]],
    ['with a cap that is no multiple of 30', async (org) => [await three(org), await org.setCap(75 * 30 - 0.01)]],
    [
      'where a campaign was removed in the ad platform',
      async (org) => {
        await org.setCap(75 * 30);
        await org.tenancy.db.execute(removeThere, org.id, await three(org));
      },
    ],
    [
      'where a budget is on its way',
      async (org) => {
        await org.setCap(80 * 30);
        await org.tenancy.db.execute(raiseOnItsWay, org.id, await three(org), 44);
      },
    ],
  ];

  for (const [situation, arrange] of situations) {
    test(`${situation} they are those that changes are held to`, async () => {
      const org = await writes.organization();
      await arrange(org);
      await holds(org);
    });
  }

  test('they are told of one campaign alone too, and of no campaign that is not there', async () => {
    const org = await writes.organization({ cap: 3_000 });
    const slug = await three(org);
    const { campaigns } = await told(org, `?campaign=${slug}`);
    assert.deepEqual(campaigns, [{ slug, others: 30 }]);
    refused(await ask(org, '?campaign=nobody'), 'not_found');
  });
});
