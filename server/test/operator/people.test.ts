import assert from 'node:assert/strict';
import { randomBytes } from 'node:crypto';
import { before, describe, test } from 'node:test';
import { z } from 'zod';
import { statement } from '../../src/base/database.ts';
import { swapPassword } from '../../src/identity/person.store.ts';
import { hashPassword } from '../../src/identity/sign-in/password.ts';
import { CommandRefused } from '../../src/operator/command.ts';
import { readOrder } from '../../src/operator/order.ts';
import { type RunningService, startService, wholeSuite } from '../harness/service.ts';
import type { Person } from '../harness/world.ts';
import { AuthenticatorApp } from '../identity/second-factor/authenticator.ts';

const PASSWORD = 'correct horse battery staple';

const mails = statement<[to: string], { subject: string }>(`
  select payload ->> 'subject' as subject from task
  where type = 'send_email' and payload ->> 'to' = $1 order by task_tracking_id desc limit 1`);

describe('what the operator does for people', () => {
  const suite = wholeSuite();
  let service: RunningService;

  before(async () => {
    service = await startService(suite);
  });

  const order = (...args: string[]) => readOrder(args)(service.database, service.clock, 'https://app.example');
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
});
