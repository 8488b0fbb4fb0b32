import assert from 'node:assert/strict';
import { before, describe, test } from 'node:test';
import { dashboardOperations, operations } from '../../catalogue.ts';
import type { Database } from '../../src/base/database.ts';
import type { Operation } from '../../src/base/operation.ts';
import { queriesInTurn } from '../../src/base/queries-in-turn.ts';
import { auditEvents, eventOf } from '../harness/audit-events.ts';
import { BeforeWriting } from '../harness/before-writing.ts';
import { DASHBOARD } from '../harness/gate.ts';
import { validRequest } from '../harness/requests.ts';
import { type RunningService, startService, wholeSuite } from '../harness/service.ts';
import { lookForUnanswered, notedRequests } from './unanswered.ts';

const UNLIMITED = { rateLimitPerMinute: 1_000_000, anonymousRateLimitPerMinute: 1_000_000 };

/** They change nothing in the tests' world, which has no ad platform, no profile that is ready, no campaign that runs. */
const CHANGES_NOTHING = [
  'select_ad_account',
  'create_campaign',
  'create_ad',
  'update_business_profile',
  'run_detector',
];

const writes = [...operations, ...dashboardOperations].filter(
  ({ name, organization, isPreview }) => organization === 'path' && !isPreview({}) && !CHANGES_NOTHING.includes(name),
);

describe('every change in an organization has one audit event', () => {
  const suite = wholeSuite();
  const writing = new BeforeWriting();
  let service: RunningService;
  let trailIsGone = false;
  let people = 0;

  /** The audit writer alone has a lane of its own. */
  const watched = (database: Database): Database => ({
    ...writing.of(database),
    lane: () =>
      queriesInTurn(database.lane(), async (ask) => {
        if (trailIsGone) throw new Error('the trail is gone');
        return ask();
      }),
  });

  before(async () => {
    service = await startService(suite, {
      config: UNLIMITED,
      adapters: (database) => ({ database: watched(database) }),
    });
  });

  async function ask(operation: Operation) {
    const { world, call } = service;
    people += 1;
    const person = await world.addPerson(`changes-${people}`, 'owner');
    const { method, path, body } = await validRequest(operation, { world, person });
    writing.made = [];
    const answer = await call(method, DASHBOARD + path, { cookie: person.cookie, body, unchecked: true });
    assert.ok(writing.made.includes('a transaction'), `${operation.name}: ${answer.text}`);
    return { answer, person };
  }

  for (const operation of writes) {
    test(`${operation.name}: also where its event could not be written`, async () => {
      trailIsGone = true;
      const { answer, person } = await ask(operation).finally(() => {
        trailIsGone = false;
      });
      assert.ok(answer.status >= 500, answer.text);
      await lookForUnanswered(service.service.services);
      const events = (await auditEvents(service.database)).filter(({ user }) => user === person.email);
      assert.deepEqual(
        events.map((event) => [event.operation, event.status_code, event.error_code]),
        [[operation.name, 500, 'answer_unknown']],
      );
    });

    test(`${operation.name}: undisturbed it leaves no note`, async () => {
      const { answer } = await ask(operation);
      assert.equal((await eventOf(service.database, answer.requestId)).status_code, answer.status);
      assert.deepEqual(await notedRequests(service.database), []);
    });
  }
});
