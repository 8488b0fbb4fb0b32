import assert from 'node:assert/strict';
import { randomBytes } from 'node:crypto';
import { before, describe, test } from 'node:test';
import { z } from 'zod';
import { steps } from '../../catalogue.ts';
import { statement } from '../../src/base/database.ts';
import { swapPassword } from '../../src/identity/person.store.ts';
import { hashPassword } from '../../src/identity/sign-in/password.ts';
import { CommandRefused, UsageError } from '../../src/operator/command.ts';
import { readOrder } from '../../src/operator/order.ts';
import { type RunningService, startService, wholeSuite } from '../harness/service.ts';
import type { Person } from '../harness/world-people.ts';
import { AuthenticatorApp } from '../identity/second-factor/authenticator.ts';

const PASSWORD = 'correct horse battery staple';

const mails = statement<[to: string], { subject: string }>(`
  select payload ->> 'subject' as subject from task
  where type = 'send_security_email' and payload ->> 'to' = $1 order by task_tracking_id desc limit 1`);

describe('what the operator does for people', () => {
  const suite = wholeSuite();
  let service: RunningService;

  before(async () => {
    service = await startService(suite);
  });

  const order = (...args: string[]) => readOrder(args)(service.database, service.clock, 'https://app.example', steps);
  const call = (path: string, body: unknown, cookie?: string) =>
    service.call('POST', `/dashboard/v1${path}`, { body, ...(cookie !== undefined && { cookie }) });

  async function somebody(): Promise<Person> {
    const person = await service.world.addPerson(`p-${randomBytes(5).toString('hex')}`, 'owner');
    await swapPassword(service.database, { id: person.id, password_hash: null }, await hashPassword(PASSWORD));
    return person;
  }

  test('the second factor of a person who has lost everything is turned off; sessions end, and a mail tells of it', async () => {
    const person = await somebody();
    const { secret } = z
      .object({ secret: z.string() })
      .parse((await call('/second-factor/begin', { password: PASSWORD }, person.cookie)).json);
    const code = new AuthenticatorApp(secret, service.clock).code();
    assert.equal((await call('/second-factor/confirm', { code }, person.cookie)).status, 200);
    assert.match(await order('turn-off-second-factor', '--email', person.email), /open sessions ended: 1/);
    assert.equal((await service.call('GET', '/dashboard/v1/me', { cookie: person.cookie })).status, 401);
    const answer = await call('/sign-in', { email: person.email, password: PASSWORD });
    assert.equal(answer.headers['set-cookie']?.length, 1);
    assert.match((await service.database.row(mails, person.email))?.subject ?? '', /turned off/);
    await assert.rejects(order('turn-off-second-factor', '--email', person.email), CommandRefused);
    await assert.rejects(order('turn-off-second-factor', '--email', 'nobody@people.example'), CommandRefused);
  });

  describe('connected apps', () => {
    const status = async (token: string) => (await service.call('GET', '/v1/organizations', { key: token })).status;

    test('are listed with who connected them, by person and by app', async () => {
      const [one, other] = [await somebody(), await somebody()];
      const app = await service.world.addApp({ person: one });
      await service.world.addApp({ person: other });
      const said = await order('connections', '--email', one.email);
      assert.match(
        said,
        new RegExp(`^${app.id}  ${one.email}  Assistant \\(.+\\): since .+ used .+ sessions: 1; .*campaigns:read`),
      );
      assert.equal(said.includes(other.email), false);
      assert.match(await order('connections'), new RegExp(other.email));
      const [, known = ''] = /Assistant \((.+)\): since/.exec(said) ?? [];
      assert.match(await order('connections', '--app', known), new RegExp(one.email));
      assert.equal(await order('connections', '--app', 'none'), 'No app is connected.');
    });

    test('are ended by id, by person or by app, and their tokens stop working at once', async () => {
      const [one, other] = [await somebody(), await somebody()];
      const apps = [await service.world.addApp({ person: one }), await service.world.addApp({ person: one })];
      const untouched = await service.world.addApp({ person: other });
      const [first, second] = apps;
      assert.ok(first && second);
      assert.deepEqual([await status(first.token), await status(second.token)], [200, 200]);
      await order('end-connections', '--id', first.id);
      assert.deepEqual([await status(first.token), await status(second.token)], [401, 200]);
      assert.match(await order('end-connections', '--email', one.email), /^Connections ended: 1\./);
      assert.deepEqual([await status(second.token), await status(untouched.token)], [401, 200]);
      const [, known = ''] = /Assistant \((.+)\): since/.exec(await order('connections', '--email', other.email)) ?? [];
      await order('end-connections', '--app', known);
      assert.equal(await status(untouched.token), 401);
      await assert.rejects(order('end-connections', '--email', one.email), CommandRefused);
      assert.throws(() => readOrder(['end-connections']), UsageError);
    });
  });
});
