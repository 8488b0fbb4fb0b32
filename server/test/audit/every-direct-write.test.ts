import assert from 'node:assert/strict';
import { before, describe, test } from 'node:test';
import { dashboardOperations, operations } from '../../catalogue.ts';
import type { Database } from '../../src/base/database.ts';
import type { Operation } from '../../src/base/operation.ts';
import { queriesInTurn } from '../../src/base/queries-in-turn.ts';
import { joinUrl } from '../../src/identity/invitations/join-link.ts';
import { reportExposedKeys } from '../../src/surfaces/rest/secret-scanning.ts';
import { auditEvents, eventOf } from '../harness/audit-events.ts';
import { BeforeWriting } from '../harness/before-writing.ts';
import { DASHBOARD } from '../harness/gate.ts';
import { goneAtTheEnd } from '../harness/gone.ts';
import { validRequest } from '../harness/requests.ts';
import { type RunningService, startService, wholeSuite } from '../harness/service.ts';
import { PREPARED, TAKES_REPORTS } from './requests-in-no-organization.ts';
import { lookForUnanswered, notedRequests } from './unanswered.ts';

const UNLIMITED = { rateLimitPerMinute: 1_000_000, anonymousRateLimitPerMinute: 1_000_000 };

/** Nobody is known by it and nothing of anybody’s changes: a letter is counted and sent, its link opens nothing by itself. */
const COUNTED_ONLY = ['ask_password_reset'];

/** They change nothing in the tests' world, which has no ad platform, no profile that is ready, no campaign that runs. */
const CHANGES_NOTHING = [
  'select_ad_account',
  'create_campaign',
  'create_ad',
  'update_business_profile',
  'run_detector',
  'undo_action',
  'finish_ad_connection',
];

const writes = [...operations, ...dashboardOperations, reportExposedKeys].filter(
  ({ name, isPreview }) => !isPreview({}) && ![...CHANGES_NOTHING, ...COUNTED_ONLY].includes(name),
);

describe('every change has one audit event', () => {
  const suite = wholeSuite();
  const writing = new BeforeWriting();
  let service: RunningService;
  const end = { isGone: false };
  let trailIsGone = false;
  let people = 0;

  /** The audit writer alone has a lane of its own. */
  const watched = (database: Database): Database => ({
    ...writing.of(goneAtTheEnd(database, end)),
    lane: () =>
      queriesInTurn(database.lane(), async (ask) => {
        if (trailIsGone) throw new Error('the trail is gone');
        return ask();
      }),
  });

  before(async () => {
    service = await startService(suite, {
      config: { ...UNLIMITED, ...TAKES_REPORTS },
      adapters: (database) => ({ database: watched(database) }),
    });
  });

  /** Asks while the trail is there, or is gone by the time the request comes. */
  async function ask(operation: Operation, { unkept = false, rolledBack = false } = {}) {
    people += 1;
    const { method, path, email, ...sent } =
      operation.name === 'join_organization' ? await joining(operation) : await asOwner(operation);
    writing.made = [];
    trailIsGone = unkept;
    end.isGone = rolledBack;
    const answer = await service.call(method, path, { ...sent, unchecked: true }).finally(() => {
      trailIsGone = false;
      end.isGone = false;
    });
    assert.ok(rolledBack || writing.made.includes('a transaction'), `${operation.name}: ${answer.text}`);
    return { answer, email };
  }

  async function asOwner(operation: Operation) {
    const { world } = service;
    const person = await world.addPerson(`changes-${people}`, 'owner');
    const { email, cookie } = person;
    const prepared = await PREPARED[operation.name]?.(service, person);
    if (prepared?.path !== undefined) return { method: operation.rest.method, email, ...prepared, path: prepared.path };
    const { method, path, body } = await validRequest(operation, { world, person });
    return { method, path: DASHBOARD + path, body, email, cookie, ...prepared };
  }

  /** By the link that somebody without an account was sent. */
  async function joining(operation: Operation) {
    const { world, clock } = service;
    const stranger = { ...world.people.owner, email: `stranger-${people}@people.example`, cookie: '' };
    const id = await world.addInvitation(stranger);
    const said = { id, email: stranger.email, organization: 'Harbor' };
    const url = joinUrl(service.service.services, said, new Date(clock.now() + 60_000));
    const { method, path, body } = await validRequest(operation, { world, person: stranger });
    const { email, cookie } = stranger;
    const token = url.split('/').pop();
    return { method, path: DASHBOARD + path, email, cookie, body: { ...Object(body), token } };
  }

  for (const operation of writes) {
    test(`${operation.name}: also where its event could not be written`, async () => {
      const before = new Set((await auditEvents(service.database)).map(({ request_id }) => request_id));
      const { answer, email } = await ask(operation, { unkept: true });
      assert.ok(answer.status >= 500, answer.text);
      await lookForUnanswered(service.service.services);
      const events = (await auditEvents(service.database)).filter(
        ({ user, operation: name, request_id }) => user === email && name === operation.name && !before.has(request_id),
      );
      assert.deepEqual(
        events.map((event) => [event.operation, event.status_code, event.error_code]),
        [[operation.name, 500, 'answer_unknown']],
      );
    });

    test(`${operation.name}: also where it was rolled back as the database was gone, longer than its event is tried for`, async () => {
      const { answer } = await ask(operation, { unkept: true, rolledBack: true });
      assert.ok(answer.status >= 500, answer.text);
      await service.service.gate.audit.drained();
      assert.equal((await eventOf(service.database, answer.requestId)).status_code, answer.status);
      assert.deepEqual(await notedRequests(service.database), []);
    });

    test(`${operation.name}: undisturbed it leaves no note`, async () => {
      const { answer } = await ask(operation);
      assert.ok(answer.status < 400, answer.text);
      assert.equal((await eventOf(service.database, answer.requestId)).status_code, answer.status);
      assert.deepEqual(await notedRequests(service.database), []);
    });
  }
});
