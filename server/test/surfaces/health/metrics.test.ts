import assert from 'node:assert/strict';
import { test } from 'node:test';
import type { Config } from '../../../src/base/config.ts';
import { type RunningService, startService } from '../../harness/service.ts';

const read = async (service: RunningService, headers: Record<string, string> = {}) =>
  (await service.call('GET', '/metrics', { headers, unchecked: true })).status;

test('without a token figures go to this machine itself, and to nobody through a proxy on it', async (t) => {
  const service = await startService(t);
  assert.equal(await read(service), 200);
  for (const name of ['Forwarded', 'Via', 'X-Forwarded-For', 'X-Forwarded-Host', 'X-Forwarded-Proto', 'X-Real-IP']) {
    assert.equal(await read(service, { [name]: '127.0.0.1' }), 404, name);
  }
});

test('without a token they are not told by a foreign name that was led to this machine', async (t) => {
  assert.equal(await read(await startService(t), { host: 'figures.example' }), 404);
});

test('where proxies are trusted only the token opens the figures, whatever address they tell', async (t) => {
  const settings: Partial<Config> = { trustedProxies: 1 };
  const service = await startService(t, { config: settings });
  assert.equal(await read(service), 404);
  assert.equal(await read(service, { 'x-forwarded-for': '127.0.0.1' }), 404);
});

test('with a token it opens the figures to whoever presents it, and nothing else does', async (t) => {
  const service = await startService(t, { config: { metricsToken: 'figures', trustedProxies: 1 } });
  assert.equal(await read(service), 404);
  for (const wrong of ['Bearer figure', 'Bearer', 'figures', 'Basic figures', '']) {
    assert.equal(await read(service, { authorization: wrong }), 404, wrong);
  }
  assert.equal(await read(service, { authorization: 'Bearer figures', 'x-forwarded-for': '192.0.2.1' }), 200);
});
