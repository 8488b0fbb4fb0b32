import assert from 'node:assert/strict';
import { before, describe, test } from 'node:test';
import { z } from 'zod';
import { statement } from '../../src/base/database.ts';
import { type RunningService, startService, wholeSuite } from '../harness/service.ts';

const LIMIT = 5;
const SINGLY = 600;
const FLOOD = 2_000;

const sizeOf = statement<[organizationId: number, request: string], { rows: number; requests: number }>(`
  select count(*)::integer as rows, sum(count)::integer as requests from audit_event
  where organization_id = $1 and key_last_four = $2`);

describe('a key that goes on against its limit', () => {
  const suite = wholeSuite();
  let service: RunningService;

  before(async () => {
    service = await startService(suite, {
      config: { rateLimitPerMinute: LIMIT, anonymousRateLimitPerMinute: LIMIT },
    });
  });

  for (const revoked of [false, true]) {
    test(`is told in the trail with every request, and fills it no further${revoked ? ', revoked' : ''}`, async () => {
      const { world, database } = service;
      const issued = await world.addKey();
      if (revoked) await world.revoke(issued);
      const send = () => service.call('GET', '/v1/organizations', { key: issued.key });
      for (let sent = 0; sent < FLOOD; sent += 50) await Promise.all(Array.from({ length: 50 }, send));
      await service.service.gate.audit.drained();
      const kept = await database.row(sizeOf, world.harbor.id, issued.lastFour);
      assert.equal(kept?.requests, FLOOD);
      assert.ok((kept?.rows ?? 0) <= 2 * (SINGLY + LIMIT + 1), `${kept?.rows} rows`);
      const others = await service.call('GET', '/v1/organizations/_/campaigns', { key: issued.key });
      assert.equal(others.status, 429);
      await service.service.gate.audit.drained();
      const owner = await world.addKey();
      const { events } = z
        .object({ events: z.array(z.looseObject({ path: z.string(), operation: z.string(), count: z.number() })) })
        .parse(
          (await service.call('GET', `/v1/organizations/${world.harbor.slug}/audit/export`, { key: owner.key })).json,
        );
      const counted = events.filter(({ path }) => path === '*');
      assert.ok(counted.some(({ operation, count }) => operation === 'list_organizations' && count > 1));
      assert.ok(counted.some(({ operation, count }) => operation === 'list_campaigns' && count === 1));
    });
  }
});
