import assert from 'node:assert/strict';
import { before, describe, test } from 'node:test';
import { z } from 'zod';
import { statement } from '../../../src/base/database.ts';
import { findCampaign } from '../../../src/campaigns/campaign.store.ts';
import { campaignParts } from '../../../src/campaigns/campaign-parts.store.ts';
import { mustBlockNoLongerThan, type ServedProcess, serveInProcess } from '../../harness/served-process.ts';
import { wholeSuite } from '../../harness/service.ts';
import { held } from '../approvals.ts';
import { bodyOf, type Organization } from '../organization.ts';
import { startWorld, type Writes } from '../world.ts';

const LONGEST_LINE = 2_500;
const LONGEST_VALUE = 300;
/** The changes that a list shows of one entry, as JSON. */
const LONGEST_CHANGES = 8_100;
/** A hundred of the longest took 58 million. */
const LONGEST_PAGE = 1_500_000;
const LONGEST_OVERVIEW = 100_000;
const LONGEST_RESULT = 50_000;
const LONGEST_BLOCK_MS = 50;
const PAGE = 100;
const PLACES = 100;

const copies = statement<[organizationId: number, many: number], never>(`
  insert into action (organization_id, id, at, source, actor, op, campaign_id, campaign, detail, steps, status,
    request_id, outcome)
  select a.organization_id, a.id || n, a.at, a.source, a.actor, a.op, a.campaign_id, a.campaign, a.detail, a.steps,
    a.status, a.request_id, a.outcome
  from action a, generate_series(1, $2::integer) n where a.organization_id = $1`);

/** As they were kept while nothing was cut. */
const keptWhole = statement<[organizationId: number, detail: string, outcome: string], never>(
  'update action set detail = $2, outcome = $3 where organization_id = $1',
);
const queuedCopies = statement<[organizationId: number, many: number, text: string], never>(`
  insert into queued_write (organization_id, id, status, operation, campaign, input, summary, changes, credential,
    requester, requested_at)
  select q.organization_id, q.id || n, q.status, q.operation, q.campaign, q.input, $3::text, q.changes, 'other ' || n,
    q.requester, q.requested_at
  from queued_write q, generate_series(1, $2::integer) n where q.organization_id = $1`);

/** A character that takes two places in JSON, and one that takes two in memory, as often as a field takes it. */
const backslashes = (many: number, n = 0) => `${n}`.padEnd(many, '\\');
const astral = (many: number, n = 0) => `${n}${'𐐷'.repeat((many - 4) / 2)}`;

const value = z.union([z.string(), z.number()]).nullable();
const entry = z.looseObject({
  changes: z.array(z.looseObject({ from: value, to: value })).min(1),
  changes_count: z.int(),
});
const page = z.object({ actions: z.array(entry.extend({ detail: z.string() })) });
const queue = z.object({ queued_writes: z.array(entry.extend({ summary: z.string() })) });

/** Lists of the longest members that an edit of a draft takes, by the part that it sets. */
const LISTS: Record<string, (n: number, write: typeof astral) => unknown[]> = {
  locations: (n, write) =>
    Array.from({ length: PLACES }, (_, place) => ({
      ...{ kind: 'radius', name: write(255, n), latitude: place / 2, longitude: 10.123456, radius_km: 5 },
    })),
  sitelinks: (n, write) =>
    Array.from({ length: 20 }, (_, link) => ({
      ...{ text: write(25, n * 20 + link), description1: write(35, link), description2: write(35, link) },
      url: `https://www.acme-plumbing.example/${'%5C'.repeat(600)}${link}`,
    })),
  callouts: (n, write) => Array.from({ length: 20 }, (_, callout) => write(25, n * 20 + callout)),
};

describe('the longest entries', () => {
  const suite = wholeSuite();
  let writes: Writes;
  let served: ServedProcess;

  before(async () => {
    writes = await startWorld(suite);
    served = await serveInProcess(suite, { databaseUrl: writes.databaseUrl });
  });

  async function edit(org: Organization, slug: string, method: string, part: string, body: object): Promise<void> {
    const path = `/organizations/${org.slug}/campaigns/${slug}${part}`;
    const sending = { cookie: org.people.owner.cookie };
    const answer = await org.send(method, path, { ...body, dry_run: false }, sending);
    assert.equal(answer.status, 200, answer.text.slice(0, 300));
  }

  /** Makes every edit that a draft takes, each with the longest texts: others, then the same in another order. */
  async function editAll(org: Organization, slug: string): Promise<void> {
    for (const [part, list] of Object.entries(LISTS)) {
      for (const write of [astral, backslashes]) {
        await edit(org, slug, 'PUT', `/${part}`, { [part]: list(1, write) });
        await edit(org, slug, 'PUT', `/${part}`, { [part]: list(1, write).toReversed() });
        await edit(org, slug, 'PUT', `/${part}`, { [part]: list(2, write) });
      }
    }
    const campaign = await findCampaign(org.tenancy, slug);
    const { ads } = await campaignParts(org.tenancy, campaign?.id ?? 0);
    const ad = `/ads/${ads[0]?.id}`;
    const headlines = Array.from({ length: 15 }, (_, n) => backslashes(30, n));
    const descriptions = Array.from({ length: 4 }, (_, n) => backslashes(90, n));
    await edit(org, slug, 'PATCH', ad, { name: backslashes(255), headlines, descriptions });
    const turned = { headlines: headlines.toReversed(), descriptions: descriptions.toReversed() };
    await edit(org, slug, 'PATCH', ad, { name: astral(255), ...turned });
    const keywords = Array.from({ length: 200 }, (_, n) => ({ text: `${n}`.padEnd(79, 'ж'), match_type: 'exact' }));
    await edit(org, slug, 'PUT', `${ad}/keywords`, { keywords });
    await edit(org, slug, 'PATCH', '', { name: backslashes(255) });
  }

  function mustBeShort({ changes, changes_count }: z.infer<typeof entry>, line: string): void {
    const length = [...line].length;
    assert.ok(length <= LONGEST_LINE, `a line of ${length}`);
    assert.ok(line.isWellFormed());
    assert.ok(changes.length <= changes_count);
    assert.ok(JSON.stringify(changes).length <= LONGEST_CHANGES, `changes of ${JSON.stringify(changes).length}`);
    for (const text of changes.flatMap(({ from, to }) => [from, to])) {
      assert.ok(String(text).length <= LONGEST_VALUE, `${String(text).length}`);
      assert.ok(String(text).isWellFormed());
    }
  }

  /** Holds a full page of the log, the overview and what an agent is answered to their bounds. */
  async function mustBeReadable(org: Organization): Promise<void> {
    const owner = { key: org.keys.owner.key, via: served };
    const path = `/organizations/${org.slug}/actions?limit=${PAGE}`;
    const log = () => org.send('GET', path, undefined, owner);
    const { text, json } = await log();
    const { actions } = page.parse(json);
    assert.equal(actions.length, PAGE);
    for (const { detail, ...one } of actions) mustBeShort(one, detail);
    assert.ok(text.length <= LONGEST_PAGE, `${text.length} characters`);
    const seen = { cookie: org.people.owner.cookie, via: served };
    const overview = () => org.send('GET', `/organizations/${org.slug}/overview`, undefined, seen);
    assert.ok((await overview()).text.length <= LONGEST_OVERVIEW, 'the overview');
    const told = () => tool(org);
    assert.ok((await told()).length <= 3 * LONGEST_RESULT, 'as data and as text, in which quotation marks are escaped');
    for (const [what, ask] of Object.entries({ log, overview, told })) {
      await mustBlockNoLongerThan(LONGEST_BLOCK_MS, served, what, ask);
    }
  }

  async function tool(org: Organization): Promise<string> {
    const call = { name: 'svc_get_action_log', arguments: { organization: org.slug, limit: PAGE } };
    const answer = await served.call('POST', '/mcp', {
      ...{ key: org.keys.owner.key, unchecked: true, headers: { accept: 'application/json, text/event-stream' } },
      body: { jsonrpc: '2.0', id: 1, method: 'tools/call', params: call },
    });
    assert.match(answer.text, /"shortened"/);
    return answer.text;
  }

  test('of the log are short, and tell that there is more', async () => {
    const org = await writes.organization();
    const slug = await org.draft();
    await editAll(org, slug);
    await writes.database.execute(copies, org.id, 5);
    await mustBeReadable(org);
  });

  test('of the log are read short where they were kept long', async () => {
    const org = await writes.organization();
    await org.edited(await org.draft(), { budget: 44 });
    await writes.database.execute(copies, org.id, PAGE);
    const long = '𐐷'.repeat(2_600);
    const changes = Array.from({ length: 20 }, (_, n) => ({ field: 'order', from: long, to: n }));
    const outcome = JSON.stringify({ changes, changes_count: 20, left: 'nothing' });
    await writes.database.execute(keptWhole, org.id, long, outcome);
    await mustBeReadable(org);
  });

  test('of the queue are short; one of them, and its preview, is shown whole', async () => {
    const org = await writes.organization();
    const slug = await org.draft();
    await edit(org, slug, 'PUT', '/locations', { locations: LISTS.locations?.(1, backslashes) });
    await org.requireApprovals(true);
    const id = held(await org.state(slug, 'live'));
    const kept = bodyOf(await org.queued(id));
    assert.equal(z.array(z.unknown()).parse(kept.changes).length, kept.changes_count);
    assert.ok(JSON.stringify(kept.changes).includes('\\'.repeat(1_000)), 'no place is cut');
    const cookie = org.people.owner.cookie;
    const queued = `/organizations/${org.slug}/queued-writes`;
    const preview = bodyOf(await org.send('GET', `${queued}/${id}/preview`, undefined, { cookie }));
    assert.deepEqual(preview.changes, kept.changes);
    await writes.database.execute(queuedCopies, org.id, PAGE - 1, backslashes(100_000));
    const list = () => org.send('GET', `${queued}?limit=${PAGE}`, undefined, { cookie, via: served });
    const { text, json } = await list();
    const { queued_writes } = queue.parse(json);
    assert.equal(queued_writes.length, PAGE);
    for (const { summary, ...one } of queued_writes) mustBeShort(one, summary);
    assert.ok(text.length <= LONGEST_PAGE, `${text.length} characters`);
    await mustBlockNoLongerThan(LONGEST_BLOCK_MS, served, 'the queue', list);
    assert.equal((await org.decide(id, 'approve')).status, 200, 'what is decided on is what was shown');
  });
});
