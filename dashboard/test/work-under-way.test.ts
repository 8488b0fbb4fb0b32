import assert from 'node:assert/strict';
import { after, before, describe, test } from 'node:test';
import type { Route } from 'playwright-core';
import { statement } from '../../server/src/base/database.ts';
import { wholeSuite } from '../../server/test/harness/service.ts';
import { withStage } from '../src/tasks/stages.ts';
import { launchBrowser } from './browser.ts';
import { type DemoWorld, openDemoWorld } from './demo-world.ts';
import { assertShown } from './inspect.ts';

const browser = await launchBrowser();
const skip = typeof browser === 'string' ? browser : false;
after(() => typeof browser !== 'string' && browser.close());

/** Less than it takes until a page asks by itself: what is shown sooner came by the stream. */
const BY_THE_STREAM = { timeout: 4_000 };

const organizationOf = statement<[slug: string], { id: number }>('select id from organization where slug = $1');
/** Work that waits, as long as work may, and tells why: no worker takes it, and to whoever looks it is under way. */
const begin = statement<[organizationId: number, type: string, about: string, stage: string], never>(`
  insert into task (type, organization_id, payload, about, status, stage, not_before, turn, created_at)
  values ($2, $1, '{}', $3, 'queued', $4, now() + interval '1 hour', 1, now())`);
const move = statement<[organizationId: number, about: string, stage: string], never>(
  'update task set stage = $3 where organization_id = $1 and about = $2',
);
const end = statement<[organizationId: number, about: string], never>(`
  update task set status = 'completed', not_before = null, finished_at = now() where organization_id = $1 and about = $2`);
const addStrategy = statement<[organizationId: number], never>(`
  insert into strategy (organization_id, id, status, title, documents, created_at)
  values ($1, 'str_theirs', 'running', 'Strategy of a colleague', '[]', now())`);
const writeStrategy = statement<[organizationId: number], never>(`
  update strategy set status = 'succeeded', finished_at = now(), markdown = E'# Theirs\\n\\n## In short\\n\\nAll is well.\\n'
  where organization_id = $1 and id = 'str_theirs'`);
const generating = statement<[organizationId: number, slug: string, is: boolean], never>(
  'update campaign set generating = $3 where organization_id = $1 and slug = $2',
);
const analysing = statement<[organizationId: number, status: string], never>(
  'update business_profile set status = $2 where organization_id = $1',
);

describe('work that somebody else started', { skip }, () => {
  const suite = wholeSuite();
  let world: DemoWorld;
  let org: number;

  before(async () => {
    assert.ok(typeof browser !== 'string');
    world = await openDemoWorld(suite, browser);
    org = (await world.database.row(organizationOf, 'acme-plumbing'))?.id ?? 0;
  });

  const told = (...topics: ('tasks' | 'strategies' | 'campaigns' | 'business_profile')[]) =>
    world.service.services.changes.note(org, topics);

  test('is followed on the page of a strategy, stage by stage, until it can be read', async () => {
    const { database } = world;
    await database.execute(addStrategy, org);
    await database.execute(begin, org, 'generate_strategy', 'strategy:str_theirs', 'Reading the figures');
    const { page, complaints } = await world.open('member', '/o/acme-plumbing/strategies/str_theirs');
    await page.getByText('Reading the figures').waitFor();
    await database.execute(move, org, 'strategy:str_theirs', 'Auditing the account');
    told('tasks');
    await page.getByText('Auditing the account').waitFor(BY_THE_STREAM);
    await assertShown(page, 'strategy-under-way');
    await database.execute(writeStrategy, org);
    await database.execute(end, org, 'strategy:str_theirs');
    told('tasks', 'strategies');
    await page.getByText('All is well.').waitFor(BY_THE_STREAM);
    assert.deepEqual(complaints, []);
  });

  test('is followed on the page of a draft', async () => {
    const { database } = world;
    const slug = 'acme-prospecting-drain-cleaning';
    await database.execute(generating, org, slug, true);
    await database.execute(begin, org, 'generate_campaign', `campaign:${slug}`, 'Reading the website: 3 pages');
    const { page, complaints } = await world.open('member', `/o/acme-plumbing/campaigns/${slug}`);
    await page.getByText('Reading the website: 3 pages').first().waitFor();
    await database.execute(move, org, `campaign:${slug}`, 'Writing ads and keywords');
    told('tasks');
    await page.getByText(/^Writing ads and keywords: this page goes on by itself/).waitFor(BY_THE_STREAM);
    await assertShown(page, 'draft-under-way');
    await database.execute(generating, org, slug, false);
    await database.execute(end, org, `campaign:${slug}`);
    told('tasks');
    await page.getByText('Ready to launch').waitFor(BY_THE_STREAM);
    assert.deepEqual(complaints, []);
  });

  test('is followed on the page of the business profile, also when it ended before its page was whole', async () => {
    const { database } = world;
    await database.execute(analysing, org, 'analysing');
    await database.execute(begin, org, 'analyse_website', 'business_profile', 'Reading the website');
    const { page, complaints } = await world.open('member', '/o/acme-plumbing/settings/business-profile');
    await page.getByText('Reading the website', { exact: true }).waitFor();
    await assertShown(page, 'profile-under-way');
    await database.execute(end, org, 'business_profile');
    await database.execute(analysing, org, 'ready');
    const asItWas = async (route: Route) => {
      const answer = await route.fetch();
      await route.fulfill({ response: answer, json: { ...(await answer.json()), status: 'analysing' } });
    };
    await page.route('**/organizations/acme-plumbing/business-profile', asItWas, { times: 1 });
    await page.reload();
    await page.getByRole('button', { name: 'Copy as curl' }).waitFor();
    await page.getByText(/^Reading http/).waitFor({ state: 'detached' });
    assert.deepEqual(complaints, []);
  });
});

test('a stage that only counts on takes the place of what was counted before', () => {
  const seen = ['Reading the website', 'Reading the website: 1 page', 'Reading the website: 2 pages', 'Writing'];
  assert.deepEqual(
    seen.reduce<readonly string[]>((stages, stage) => withStage(stages, stage), []),
    ['Reading the website: 2 pages', 'Writing'],
  );
  assert.deepEqual(withStage(['Reading', 'Writing'], 'Reading'), ['Reading', 'Writing']);
});
