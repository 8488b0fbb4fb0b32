import assert from 'node:assert/strict';
import { before, describe, test } from 'node:test';
import { z } from 'zod';
import { swapPassword } from '../../src/identity/person.store.ts';
import { hashPassword } from '../../src/identity/sign-in/password.ts';
import { queueSecurityEmail } from '../../src/mail/send-email.task.ts';
import type { Email, Mailer } from '../../src/ports/mailer.ts';
import { type RunningService, startService, wholeSuite } from '../harness/service.ts';
import type { Person } from '../harness/world-people.ts';
import { AuthenticatorApp } from '../identity/second-factor/authenticator.ts';
import { eventually } from '../tasks/world.ts';

const PASSWORD = 'correct horse battery staple';
const INVITATIONS = 30;
const SECURITY_LETTERS = 8;
const A_MOMENT_MS = 2_000;
const UNLIMITED = { rateLimitPerMinute: 1_000_000, anonymousRateLimitPerMinute: 1_000_000 };

describe('while the letters of one organization hang in the mail server', () => {
  const suite = wholeSuite();
  const sent: Email[] = [];
  let service: RunningService;

  before(async () => {
    service = await startService(suite, { config: { ...UNLIMITED, taskConcurrency: 4 }, adapters: { mailer } });
    const workers = await service.service.work();
    suite.after(() => workers.stop({ graceMs: 0 }));
    const { owner } = service.world.people;
    for (let i = 0; i < INVITATIONS; i += 1) await invite('harbor', owner, `guest-${i}@hanging.example`);
    await eventually('a letter that hangs', async () => (hanging.size > 0 ? true : undefined));
  });

  test('an invitation of another organization leaves at once', async () => {
    await invite('orchard', service.world.people.stranger, 'guest@people.example');
    await leaves('guest@people.example');
  });

  test('so does the letter that tells of a second factor', async () => {
    const person = await service.world.addPerson('cautious', 'owner');
    await turnOnSecondFactor(person);
    await leaves(person.email);
  });

  test('so does the link for a new password', async () => {
    const { email } = await service.world.addPerson('forgetful', 'owner');
    assert.equal((await call('/password-resets', { email })).status, 202);
    await leaves(email);
  });

  test('the organization that waits for them holds a part of the places', () => {
    assert.equal(hanging.size, 1);
  });

  test('warnings to the people of one domain, where they hang as well, hold up nobody else’s', async () => {
    const { services } = service.service;
    for (let i = 0; i < SECURITY_LETTERS; i += 1) {
      const letter = { to: `somebody-${i}@hanging.example`, subject: 'Second factor', text: 'It was turned on.' };
      await queueSecurityEmail(services, service.database, letter);
    }
    await eventually('letters that hang', async () => (hanging.size > 1 ? true : undefined));
    const person = await service.world.addPerson('careful', 'owner');
    await turnOnSecondFactor(person);
    await leaves(person.email);
  });

  const hanging = new Set<string>();
  const mailer: Mailer = {
    send(email) {
      if (!email.to.endsWith('@hanging.example')) return Promise.resolve(void sent.push(email));
      hanging.add(email.to);
      return new Promise(() => {});
    },
  };

  const call = (path: string, body: unknown, cookie?: string) =>
    service.call('POST', `/dashboard/v1${path}`, { body, ...(cookie !== undefined && { cookie }) });

  async function invite(slug: string, { cookie }: Person, email: string): Promise<void> {
    const answer = await call(`/organizations/${slug}/members`, { email, role: 'member' }, cookie);
    assert.equal(answer.status, 202, answer.text);
  }

  async function turnOnSecondFactor({ id, cookie }: Person): Promise<void> {
    await swapPassword(service.database, { id, password_hash: null }, await hashPassword(PASSWORD));
    const { json } = await call('/second-factor/begin', { password: PASSWORD }, cookie);
    const app = new AuthenticatorApp(z.object({ secret: z.string() }).parse(json).secret, service.clock);
    assert.equal((await call('/second-factor/confirm', { code: app.code() }, cookie)).status, 200);
  }

  async function leaves(to: string): Promise<void> {
    const since = Date.now();
    await eventually(`a letter to ${to}`, async () => (sent.some((email) => email.to === to) ? true : undefined));
    assert.ok(Date.now() - since < A_MOMENT_MS);
  }
});
