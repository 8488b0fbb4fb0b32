import assert from 'node:assert/strict';
import { before, describe, test } from 'node:test';
import { z } from 'zod';
import { dashboardOperations, operations } from '../../catalogue.ts';
import { validRequest } from '../harness/requests.ts';
import { type RunningService, startService, wholeSuite } from '../harness/service.ts';

const PREFIX = '/dashboard/v1';
const started = z.object({
  task_tracking_id: z.int(),
  campaign: z.string().optional(),
  report: z.string().optional(),
  strategy: z.string().optional(),
});
type Started = z.infer<typeof started>;
const answered = z.object({
  task: z.object({ task_tracking_id: z.int(), type: z.string(), status: z.string() }).loose().nullable(),
});

/** What each start works on, by what it answers; a new ad is followed where ads are tested. */
const ABOUT: Record<string, (answer: Started) => string> = {
  start_website_analysis: () => 'business_profile',
  create_campaign: ({ campaign }) => `campaign:${campaign}`,
  make_report: ({ report }) => `report:${report}`,
  generate_report: ({ report }) => `report:${report}`,
  generate_strategy: ({ strategy }) => `strategy:${strategy}`,
};
/** Those run after others: no campaign is created while the business profile is being made. */
const LAST = 'start_website_analysis';

describe('the newest work on something', () => {
  const suite = wholeSuite();
  let service: RunningService;

  before(async () => {
    service = await startService(suite);
  });

  const newest = async (about: string, { org = 'harbor', cookie = service.world.people.member.cookie } = {}) => {
    const path = `${PREFIX}/organizations/${org}/tasks/${encodeURIComponent(about)}`;
    const answer = await service.call('GET', path, { cookie });
    assert.equal(answer.status, 200, answer.text);
    return answered.parse(answer.json).task;
  };
  const begin = async (name: string) => {
    const operation = [...operations, ...dashboardOperations].find((one) => one.name === name);
    assert.ok(operation, name);
    const { owner: person } = service.world.people;
    const { method, path, body } = await validRequest(operation, { world: service.world, person });
    const answer = await service.call(method, PREFIX + path, { cookie: person.cookie, body });
    assert.equal(answer.status, 202, answer.text);
    return started.parse(answer.json);
  };

  test('is found by what it is about, whichever operation started it', async () => {
    for (const name of Object.keys(ABOUT).sort((one) => (one === LAST ? 1 : -1))) {
      const answer = await begin(name);
      const found = await newest(ABOUT[name]?.(answer) ?? '');
      assert.equal(found?.task_tracking_id, answer.task_tracking_id, name);
      assert.equal(found.status, 'running');
    }
  });

  test('replaces what was done before, and is told of the organization alone', async () => {
    const { services } = service.service;
    const { harbor, people } = service.world;
    const task = { organizationId: harbor.id, type: 'generate_report', about: 'report:twice' } as const;
    const payload = { report_id: 'twice', type: 'weekly', from: '2026-01-05', to: '2026-01-11' };
    await services.tasks.enqueue(service.database, { ...task, payload });
    const second = await services.tasks.enqueue(service.database, { ...task, payload });
    assert.equal((await newest('report:twice'))?.task_tracking_id, second);
    assert.equal(await newest('report:twice', { org: 'orchard', cookie: people.stranger.cookie }), null);
    assert.equal(await newest('report:none'), null);
  });
});
