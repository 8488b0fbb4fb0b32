import assert from 'node:assert/strict';
import { before, describe, test } from 'node:test';
import { dashboardOperations, operations } from '../../catalogue.ts';
import { statement } from '../../src/base/database.ts';
import type { Operation } from '../../src/base/operation.ts';
import { BeforeWriting } from '../harness/before-writing.ts';
import { DASHBOARD } from '../harness/gate.ts';
import { validRequest } from '../harness/requests.ts';
import { type RunningService, startService, wholeSuite } from '../harness/service.ts';
import type { Person } from '../harness/world-people.ts';

const UNLIMITED = { rateLimitPerMinute: 1_000_000, anonymousRateLimitPerMinute: 1_000_000 };

/** They are answered before they write: no platform, no second factor, no state of a flow, no campaign that runs. */
const NOT_REACHED = ['finish_ad_connection', 'make_recovery_codes', 'run_detector', 'select_ad_account'];

/** What is counted of tries at passwords and codes, whoever tries. */
const APART = /sign_in_(failure|try)|update second_factor|update recovery_code/;

const writes = [...operations, ...dashboardOperations].filter(
  (operation) => !operation.isPreview({}) && operation.audience !== 'public',
);

const endSessions = statement<[personId: number], never>('delete from session where person_id = $1');

describe('a session that ends while its request waits in line', () => {
  const suite = wholeSuite();
  const writing = new BeforeWriting();
  let service: RunningService;
  let people = 0;

  before(async () => {
    service = await startService(suite, {
      config: UNLIMITED,
      adapters: (database) => ({ database: writing.of(database) }),
    });
  });

  /** Asks as somebody new; what happens does so once the turn has come and before anything is written. */
  async function ask(operation: Operation, happens: (person: Person) => Promise<unknown>) {
    const { world, call } = service;
    people += 1;
    const person = await world.addPerson(`waits-${people}`, 'owner');
    const { method, path, body } = await validRequest(operation, { world, person });
    let reached = false;
    writing.made = [];
    writing.happens = async () => {
      reached = true;
      await happens(person);
    };
    const answer = await call(method, DASHBOARD + path, { cookie: person.cookie, body });
    writing.happens = undefined;
    return { answer, reached, made: [...writing.made] };
  }

  for (const operation of writes.filter(({ name }) => !NOT_REACHED.includes(name))) {
    test(`${operation.name} changes nothing`, async () => {
      const ended = await ask(operation, ({ id }) => service.database.execute(endSessions, id));
      assert.ok(ended.reached, 'it came to write');
      assert.equal(ended.answer.status, 401, ended.answer.text);
      assert.equal(ended.answer.error.code, 'unauthorized');
      assert.deepEqual(ended.made, []);
      const undisturbed = await ask(operation, async () => {});
      assert.notEqual(undisturbed.answer.status, 401, undisturbed.answer.text);
      const outside = undisturbed.made.filter((what) => what !== 'a transaction' && !APART.test(what));
      assert.deepEqual(outside, [], 'what a session changes, it changes in a transaction');
    });
  }

  test('what keys and apps may change holds them too, in its own transaction', () => {
    const open = writes.filter(({ audience, confirmsAccess }) => audience === 'everyone' && !confirmsAccess);
    assert.deepEqual(open, []);
  });
});
