import assert from 'node:assert/strict';
import { before, describe, test } from 'node:test';
import { dashboardOperations, operations } from '../catalogue.ts';
import { membersOf } from '../src/base/json.ts';
import type { Operation } from '../src/base/operation.ts';
import { setCampaignState } from '../src/campaigns/state/set-campaign-state.ts';
import { undoAction } from '../src/writes/actions/undo-action.ts';
import { DASHBOARD } from './harness/gate.ts';
import { neighbourOf } from './harness/neighbour.ts';
import { validRequest } from './harness/requests.ts';
import { type RunningService, startService, wholeSuite } from './harness/service.ts';
import { SlowReads } from './harness/slow-reads.ts';
import { addCampaign } from './harness/world-records.ts';
import { until } from './writes/patience.ts';

const UNLIMITED = { rateLimitPerMinute: 1_000_000, anonymousRateLimitPerMinute: 1_000_000 };
/** More than there are connections. */
const CROWD = 12;
const AT_ONCE_IN_ALL = 5;

const reads = [...operations, ...dashboardOperations].filter(
  (operation) => operation.audience !== 'public' && operation.isPreview({}),
);
const inLine = reads.filter(({ weight, alsoAs }) => weight !== 'light' && alsoAs !== 'text/event-stream');

const askingThePlatform = [
  { operation: setCampaignState, more: { dry_run: false } },
  { operation: undoAction, more: undefined },
];

describe('every read and every preview', () => {
  const suite = wholeSuite();
  const slow = new SlowReads(suite);
  let service: RunningService;
  let neighbour: Awaited<ReturnType<typeof neighbourOf>>;

  before(async () => {
    service = await startService(suite, {
      config: UNLIMITED,
      adapters: (database) => ({ database: slow.of(database) }),
    });
    neighbour = await neighbourOf(service);
  });

  const crowdOf = async (operation: Operation, more?: object) => {
    const { world, call } = service;
    const { method, path, body: least } = await validRequest(operation, { world, person: world.people.owner });
    const { cookie } = world.people.owner;
    const body = more ? { ...membersOf(least), ...more } : least;
    return () => Array.from({ length: CROWD }, () => call(method, DASHBOARD + path, { cookie, body }));
  };

  test('those that read by what everybody shares are few, and each reads a few rows', () => {
    assert.deepEqual(
      reads.filter(({ weight }) => weight === 'light').map(({ name }) => name),
      [
        'get_organization',
        'list_campaigns',
        'update_campaign',
        'get_task_status',
        'get_approvals_setting',
        'get_newest_task',
      ],
    );
  });

  for (const operation of inLine) {
    test(`${operation.name} that stands still holds up nobody else`, async () => {
      const send = await crowdOf(operation);
      let crowd: ReturnType<typeof send> = [];
      await slow.during(service.databaseUrl, [service.world.harbor.id], async (underWay) => {
        crowd = send();
        let answered = false;
        for (const one of crowd) void one.then(() => (answered = true));
        await until(async () => answered || (await underWay()) > 0 || undefined, operation.name);
        await neighbour.readsAndChanges(operation.name);
        await neighbour.asks(operation.name, 'GET', `/campaigns/${neighbour.draft}`);
      });
      for (const { status, headers, text } of await Promise.all(crowd)) {
        assert.ok(status === operation.status || headers['retry-after'] !== undefined, text);
      }
      assert.deepEqual(slow.transactions, [], 'reads open no transaction on the connections that changes need');
    });
  }

  for (const { operation, more } of askingThePlatform) {
    test(`what ${operation.name} plans before it asks the platform holds up nobody else either`, async () => {
      const send = await crowdOf(operation, more);
      let crowd: ReturnType<typeof send> = [];
      await slow.during(service.databaseUrl, [service.world.harbor.id], async (underWay) => {
        crowd = send();
        await until(async () => (await underWay()) > 0 || undefined, operation.name);
        await neighbour.readsAndChanges(operation.name);
      });
      for (const { status, text } of await Promise.all(crowd)) assert.ok(status < 500, text);
    });
  }

  test('organizations that have every turn leave connections to what others change', async () => {
    const { world, database, clock, call, databaseUrl } = service;
    const many = await Promise.all(['ash', 'beech', 'cedar', 'elm'].map((slug) => world.addOrganization(slug)));
    const asked = await Promise.all(
      many.map(async (organization) => {
        const { key } = await world.addKey({ organization, creator: world.people.stranger });
        await world.addMember(organization, world.people.stranger, 'owner');
        const path = `/v1/organizations/${organization.slug}/campaigns/${await addCampaign(database, clock, organization)}`;
        return Array.from({ length: CROWD }, () => () => call('GET', path, { key }));
      }),
    );
    let crowd: ReturnType<typeof call>[] = [];
    const ids = many.map(({ id }) => id);
    await slow.during(databaseUrl, ids, async (underWay) => {
      crowd = asked.flat().map((ask) => ask());
      await until(async () => (await underWay()) === AT_ONCE_IN_ALL || undefined, 'the crowd');
      await neighbour.readsAndChanges('get_campaign');
      assert.equal(await underWay(), AT_ONCE_IN_ALL);
    });
    for (const { status, text } of await Promise.all(crowd)) assert.equal(status, 200, text);
  });
});
