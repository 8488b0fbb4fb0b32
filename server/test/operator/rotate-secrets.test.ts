import assert from 'node:assert/strict';
import { randomBytes } from 'node:crypto';
import { before, describe, test } from 'node:test';
import { z } from 'zod';
import { steps } from '../../catalogue.ts';
import { passwordUrl } from '../../src/identity/account/password-link.ts';
import { findPerson, swapPassword } from '../../src/identity/person.store.ts';
import { hashPassword } from '../../src/identity/sign-in/password.ts';
import { UsageError } from '../../src/operator/command.ts';
import { readOrder } from '../../src/operator/order.ts';
import { type RunningService, startService, wholeSuite } from '../harness/service.ts';
import { App, Browser, newOwner } from '../identity/oauth/app.ts';

describe('rotating secrets', () => {
  const suite = wholeSuite();
  let service: RunningService;

  before(async () => {
    service = await startService(suite);
  });

  /** Rotates, and has the process learn of it. */
  async function rotate(...options: string[]): Promise<void> {
    await readOrder(['rotate-secrets', ...options])(service.database, service.clock, 'https://app.example', steps);
    await service.service.lookAtSecrets();
    service.clock.turn({ minutes: 5 });
  }

  /** What a link, a cursor and a request to connect made now answer once `meanwhile` has happened. */
  async function outlived(meanwhile: () => Promise<void>) {
    const { signingSecrets: secrets } = service.service.services;
    const person = await service.world.addPerson(`p-${randomBytes(5).toString('hex')}`, 'owner');
    await swapPassword(
      service.database,
      { id: person.id, password_hash: null },
      await hashPassword('the old password'),
    );
    const row = await findPerson(service.database, person.id);
    assert.ok(row);
    const link = passwordUrl({ config: { appUrl: '' }, secrets }, row, service.clock.now() + 3_600_000);
    await service.world.addStrategy();
    await service.world.addStrategy();
    const list = '/dashboard/v1/organizations/harbor/strategy?limit=1';
    const page = await service.call('GET', list, person);
    const { next_cursor: cursor } = z.object({ next_cursor: z.string() }).parse(page.json);
    const browser = new Browser(service, await newOwner(service));
    const app = await App.registered(service);
    const uid = await app.ask(browser);
    await meanwhile();
    const approved = await browser.call('POST', `/connect-requests/${uid}/approve`, { scopes: ['campaigns:read'] });
    const back = await browser.go(z.string().parse(approved.json.redirect_to));
    const { status } = await service.call('GET', `${list}&cursor=${cursor}`, person);
    const body = { token: link.split('/').at(-1), password: 'another long password' };
    return {
      link: (await service.call('POST', '/dashboard/v1/password-resets/complete', { body })).status,
      cursor: status,
      connect: new URL(back.headers.get('location') ?? 'none:', 'http://localhost').searchParams.has('code'),
    };
  }

  test('ends nothing that was signed before', async () => {
    assert.deepEqual(await outlived(() => rotate()), { link: 200, cursor: 200, connect: true });
  });

  test('ends all of it where the old secrets are to be refused, and nobody’s session', async () => {
    const person = await newOwner(service);
    assert.deepEqual(await outlived(() => rotate('--old', 'refuse')), { link: 404, cursor: 422, connect: false });
    assert.equal((await service.call('GET', '/dashboard/v1/me', person)).status, 200);
    assert.deepEqual(
      await outlived(async () => {}),
      { link: 200, cursor: 200, connect: true },
      'what comes after works',
    );
  });

  test('takes no other word', () => {
    assert.throws(() => readOrder(['rotate-secrets', '--old', 'maybe']), UsageError);
  });
});
