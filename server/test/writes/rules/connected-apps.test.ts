import assert from 'node:assert/strict';
import { subscribe, unsubscribe } from 'node:diagnostics_channel';
import { ClientRequest } from 'node:http';
import { before, describe, test } from 'node:test';
import { z } from 'zod';
import { statement } from '../../../src/base/database.ts';
import { membersOf } from '../../../src/base/json.ts';
import { wholeSuite } from '../../harness/service.ts';
import { refused } from '../answers.ts';
import { held, statusOf } from '../approvals.ts';
import { endConnection, moveWebsite } from '../behind.ts';
import { bodyOf, type Organization } from '../organization.ts';
import { until } from '../patience.ts';
import { startWorld, type Writes } from '../world.ts';

const narrow = statement<[id: string, scopes: string[]], never>(
  'update oauth_connection set scopes = $2 where id = $1',
);

const pendingOf = statement<[organizationId: number, slug: string], { is_pending: boolean }>(`
  select pending_action is not null as is_pending from campaign where organization_id = $1 and slug = $2`);

const connectionOf = statement<[id: number], { requested_by_connection: string | null }>(
  'select requested_by_connection from task where task_tracking_id = $1',
);

const fetched = z.object({ request: z.looseObject({ origin: z.string(), headers: z.unknown() }) });

describe('changes through a connected app', () => {
  const suite = wholeSuite();
  let writes: Writes;

  before(async () => {
    writes = await startWorld(suite);
  });

  async function connected(org: Organization, scopes?: string[]) {
    const app = await writes.world.addApp({ person: org.people.admin, ...(scopes && { scopes }) });
    return { app, sending: { key: app.token } };
  }

  test('are made and undone as its user, and the action log names the app', async () => {
    const org = await writes.organization();
    const slug = await org.draft({ budget: 40 });
    const { sending } = await connected(org);
    const { action_id } = await org.edited(slug, { budget: 44 }, sending);
    const path = `/organizations/${org.slug}/actions`;
    const log = await org.send('GET', path, undefined, { key: org.keys.owner.key });
    const { actions } = z.object({ actions: z.array(z.looseObject({ actor: z.unknown() })) }).parse(log.json);
    assert.deepEqual(actions[0]?.actor, { type: 'user', user: org.people.admin.email, client: 'Assistant' });
    assert.equal((await org.undo(action_id, sending)).status, 200);
  });

  test('work that they start is known to be the app’s, whatever it is: it ends with the app', async () => {
    const org = await writes.organization();
    const slug = await org.draft({ budget: 40 });
    const { app, sending } = await connected(org);
    const site = `${writes.emulator.origin}/sites/acme-plumbing/`;
    await writes.database.execute(moveWebsite, org.id, slug, site);
    for (const [path, body] of [
      ['campaigns', { website_url: site }],
      [`campaigns/${slug}/ads`, { url: site }],
      ['reports/weekly', {}],
      ['strategy', {}],
    ] as const) {
      const answer = await org.send('POST', `/organizations/${org.slug}/${path}`, body, sending);
      assert.equal(answer.status, 202, `${path}: ${answer.text}`);
      const task = await writes.database.row(connectionOf, Number(bodyOf(answer).task_tracking_id));
      assert.equal(task?.requested_by_connection, app.id, path);
    }
    await org.quiet();
  });

  test('are executed once for an Idempotency-Key', async () => {
    const org = await writes.organization();
    const slug = await org.draft({ budget: 40 });
    const { sending } = await connected(org);
    const once = { ...sending, idempotencyKey: 'once' };
    const first = await org.patch(slug, { budget: 44, dry_run: false }, once);
    assert.equal((await org.patch(slug, { budget: 44, dry_run: false }, once)).text, first.text);
    assert.equal(await org.writesUsed(), 1);
  });

  async function waiting() {
    const org = await writes.organization({ approvals: true });
    const slug = await org.draft({ budget: 40 });
    const { app, sending } = await connected(org);
    return { org, slug, app, id: held(await org.patch(slug, { budget: 44, dry_run: false }, sending)) };
  }

  test('wait for a person where the organization wants that, and run as the app’s user once approved', async () => {
    const { org, slug, id } = await waiting();
    assert.equal((await org.campaign(slug)).budget, 40);
    await org.decide(id, 'approve');
    assert.equal(await statusOf(org, id), 'approved');
    assert.equal((await org.campaign(slug)).budget, 44);
  });

  test('are not made for an app that was disconnected meanwhile', async () => {
    const { org, slug, app, id } = await waiting();
    await writes.database.execute(endConnection, app.id);
    await org.decide(id, 'approve');
    assert.equal(await statusOf(org, id), 'failed');
    assert.equal((await org.campaign(slug)).budget, 40);
  });

  test('are not made for an app whose scopes were narrowed meanwhile', async () => {
    const { org, slug, app, id } = await waiting();
    await writes.database.execute(narrow, app.id, ['campaigns:read']);
    await org.decide(id, 'approve');
    const { status, result } = bodyOf(await org.queued(id));
    assert.equal(status, 'failed');
    assert.match(JSON.stringify(result), /insufficient_scope/);
    assert.equal((await org.campaign(slug)).budget, 40);
  });

  test('are refused once the session has ended, however it was remembered', async () => {
    const org = await writes.organization();
    const slug = await org.draft({ budget: 40 });
    const { app, sending } = await connected(org);
    await org.edited(slug, { budget: 44 }, sending);
    await writes.database.execute(endConnection, app.id);
    refused(await org.patch(slug, { budget: 46, dry_run: false }, sending), 'unauthorized');
    assert.equal((await org.campaign(slug)).budget, 44);
  });

  test('reach the platform only while the app is connected', async () => {
    const org = await writes.organization();
    const slug = await org.draft();
    const { sending } = await connected(org);
    await org.moved(slug, 'live', sending);
    assert.equal((await org.campaign(slug)).state, 'live');
  });

  test('are not brought to the platform for an app that has lost the scope they needed', async (t) => {
    const world = await startWorld(t, { emulator: writes.emulator });
    const org = await world.organization();
    const slug = await org.live();
    const app = await world.world.addApp({ person: org.people.admin });
    await org.quiet();
    await world.stopWork();
    const sent = org.patch(slug, { budget: 44, dry_run: false }, { key: app.token });
    const pending = () => world.database.row(pendingOf, org.id, slug);
    await until(async () => (await pending())?.is_pending || undefined, 'the change to wait');
    await world.database.execute(narrow, app.id, ['campaigns:read', 'keywords:write']);
    const before = await world.platform.mutates();
    await world.startProcess();
    await until(async () => ((await pending())?.is_pending === false ? true : undefined), 'the change to end');
    await sent;
    assert.equal(await world.platform.mutates(), before);
  });

  test('pass no caller’s token on: the platform is asked with its own, which opens nothing here', async () => {
    const org = await writes.organization();
    const slug = await org.draft();
    const { app, sending } = await connected(org);
    const stop = new AbortController();
    const sent = outgoing(stop.signal);
    await org.moved(slug, 'live', sending);
    stop.abort();
    const elsewhere = sent.filter(({ to }) => !to.includes(new URL(writes.base).host));
    assert.ok(elsewhere.length > 0, 'the platform was asked');
    for (const { headers } of elsewhere) assert.equal(headers.includes(app.token), false);
    const tokens = new Set(elsewhere.flatMap(({ headers }) => /bearer,?:? ?([^\s,]+)/i.exec(headers)?.[1] ?? []));
    assert.ok(tokens.size > 0, 'with a token of its own');
    for (const key of tokens) refused(await org.patch(slug, { budget: 46 }, { key }), 'unauthorized');
  });
});

/** What this process sends from now on, to whomever, until told to stop. */
function outgoing(until: AbortSignal): { to: string; headers: string }[] {
  const sent: { to: string; headers: string }[] = [];
  const byFetch = (message: unknown) => {
    const { request } = fetched.parse(message);
    sent.push({ to: request.origin, headers: String(request.headers) });
  };
  const byRequest = (message: unknown) => {
    const { request } = membersOf(message);
    assert.ok(request instanceof ClientRequest);
    sent.push({
      to: `${request.protocol}//${request.getHeader('host')}`,
      headers: JSON.stringify(request.getHeaders()),
    });
  };
  subscribe('undici:request:create', byFetch);
  subscribe('http.client.request.start', byRequest);
  until.addEventListener('abort', () => {
    unsubscribe('undici:request:create', byFetch);
    unsubscribe('http.client.request.start', byRequest);
  });
  return sent;
}
