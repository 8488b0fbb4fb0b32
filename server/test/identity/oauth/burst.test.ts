import assert from 'node:assert/strict';
import { test } from 'node:test';
import { HeldStatements } from '../../harness/held-statements.ts';
import { neighbourOf } from '../../harness/neighbour.ts';
import { startService } from '../../harness/service.ts';
import { until } from '../../writes/patience.ts';
import { App, Browser, register } from './app.ts';

/** Of each kind of request: more than there are connections. */
const CROWD = 12;
const AT_ONCE_OF_ADDRESS = 2;

test('whoever asks the OAuth server for much at once has few connections, and others are answered meanwhile', async (t) => {
  const held = new HeldStatements();
  const service = await startService(t, {
    adapters: (database) => {
      const direct = database.forDirectWrites();
      return { database: { ...database, forDirectWrites: () => ({ ...direct, ...held.of(direct) }) } };
    },
  });
  const neighbour = await neighbourOf(service);
  const app = await App.registered(service);
  let crowd: Promise<{ status: number }>[] = [];
  await held.during(
    ({ text }) => text.includes('oauth_'),
    async () => {
      crowd = Array.from({ length: CROWD }, () => [
        app.exchange('none'),
        app.refresh('none'),
        app.revoke('none'),
        register(service, { redirect_uris: ['http://localhost:7777/callback'] }),
        new Browser(service).go(app.authorizeUrl()),
      ]).flat();
      await until(async () => held.underWay === AT_ONCE_OF_ADDRESS || undefined, 'the crowd');
      await neighbour.readsAndChanges('the OAuth server');
      assert.equal(held.underWay, AT_ONCE_OF_ADDRESS);
    },
  );
  const statuses = new Set((await Promise.all(crowd)).map(({ status }) => status));
  assert.deepEqual(statuses, new Set([400, 200, 201, 303]));
});
