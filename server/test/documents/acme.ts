import assert from 'node:assert/strict';
import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { setTimeout as sleep } from 'node:timers/promises';
import { z } from 'zod';
import { startEmulator } from '../../../google-ads-emulator/src/emulator.ts';
import { assemble } from '../../assemble.ts';
import { allTasks } from '../../catalogue.ts';
import { readyDemo } from '../../demo/demo.ts';
import { statement } from '../../src/base/database.ts';
import { startRunner } from '../../src/tasks/runner.ts';
import { noAdPlatform, platformAt } from '../harness/ad-platform.ts';
import { openClient } from '../harness/client.ts';
import { testConfig } from '../harness/config.ts';
import { type Cleaned, freshDatabase } from '../harness/database.ts';
import { noDocuments } from '../harness/documents.ts';
import { testLog } from '../harness/log.ts';
import { TurnableClock } from '../harness/turnable-clock.ts';
import { QUICK } from '../tasks/world.ts';

/** A Thursday, on which something is changed; the documents are written on the Monday after, at noon in New York. */
const THURSDAY = '2026-03-05T17:00:00.000Z';
const ACCOUNT = '1000000001';
const ORGANIZATION = '/organizations/acme-plumbing';
const PATIENCE_MS = 120_000;

const unfinished = statement<[], { tasks: number }>(
  `select count(*)::integer as tasks from task where status in ('queued', 'running')`,
);
const started = z.object({ task_tracking_id: z.int() });
const task = z.object({ status: z.string(), error: z.unknown().optional() });

/**
 * The demo at an instant that never changes, on an emulator that lives in it: whoever asks for a document gets the same
 * one, to the letter. What an owner did in the last week was done through the API.
 */
export async function acmePlumbing(t: Cleaned) {
  const clock = new TurnableClock(THURSDAY);
  const dataDir = mkdtempSync(join(tmpdir(), 'sluice-examples-'));
  const emulator = await startEmulator({ port: 0, dataDir: join(dataDir, 'emulator'), clock });
  const { database } = await freshDatabase(t);
  const service = await assemble({
    config: testConfig({ dataDir, rateLimitPerMinute: 1_000_000 }),
    database,
    clock,
    log: testLog,
    mailer: { send: async () => {} },
    documents: noDocuments,
    ...noAdPlatform(clock),
    adPlatform: platformAt(emulator.url, clock),
  });
  const runner = await startRunner({ services: service.services, tasks: allTasks, schedule: [], timing: QUICK });
  const demo = await readyDemo(service.services, emulator.url);
  const app = service.http();
  const client = openClient(await app.listen({ port: 0, host: '127.0.0.1' }));
  t.after(async () => {
    client.close();
    app.server.closeAllConnections();
    await app.close();
    await runner.stop({ graceMs: 1_000 });
    await emulator.close();
    rmSync(dataDir, { recursive: true, force: true });
  });
  const key = demo?.keys.find(({ name }) => name === 'acme-owner')?.key ?? '';
  const [person] = demo?.people ?? [];
  const signedIn = await client.call('POST', '/dashboard/v1/sign-in', {
    body: person && { email: person.email, password: person.password },
  });
  const cookie = String(signedIn.headers['set-cookie']).split(';')[0] ?? '';
  const call = (method: string, path: string, body?: unknown) =>
    client.call(method, `/v1${ORGANIZATION}${path}`, { key, ...(body !== undefined && { body }) });
  return {
    database,
    clock,
    call,
    /** Four days later: what happened since is read. Nothing of Thursday is still under way, or it would count as Monday's. */
    async monday(): Promise<void> {
      await this.atRest();
      clock.turn({ hours: 4 * 24, minutes: -5 });
      await this.done(
        await client.call('POST', `/dashboard/v1${ORGANIZATION}/ad-accounts/${ACCOUNT}/sync`, { cookie }),
      );
      await this.atRest();
    },
    /** What a sync sets off is done too: nothing waits or runs any more. */
    async atRest(): Promise<void> {
      for (const until = Date.now() + PATIENCE_MS; ; await sleep(50)) {
        const [left] = await database.rows(unfinished);
        if (left?.tasks === 0) return;
        assert.ok(Date.now() < until, 'work does not end');
      }
    },
    make: (type: string) => client.call('POST', `/dashboard/v1${ORGANIZATION}/reports/${type}/make`, { cookie }),
    /** Waits until the work that an answer names is done. */
    async done(answer: Awaited<ReturnType<typeof call>>): Promise<void> {
      assert.equal(answer.status, 202, answer.text);
      const { task_tracking_id } = started.parse(answer.json);
      for (const until = Date.now() + PATIENCE_MS; ; await sleep(50)) {
        const { status, error } = task.parse(
          (await client.call('GET', `/v1/task-tracking/${task_tracking_id}`, { key })).json,
        );
        if (status !== 'running') return assert.equal(status, 'completed', JSON.stringify(error));
        assert.ok(Date.now() < until, 'it takes too long');
      }
    },
  };
}
