import assert from 'node:assert/strict';
import { once } from 'node:events';
import { createServer, type Server, type Socket } from 'node:net';
import { before, describe, test } from 'node:test';
import { systemClock } from '../../src/adapters/system-clock.ts';
import { termRooms } from '../../src/detection/term-room.ts';
import { platformAt } from '../harness/ad-platform.ts';
import { fillClickedTerms } from '../harness/clicked-terms.ts';
import type { Cleaned } from '../harness/database.ts';
import { wholeSuite } from '../harness/service.ts';
import { until } from '../writes/patience.ts';
import { type DetectionWorld, detectionWorld, each } from './world.ts';

/** So many that looking through them takes room. */
const TERMS = 21_000;
/** As many as may ask at once for an organization, and one that waits for them. */
const CAMPAIGNS = 4;
const ASK_AT_ONCE = 3;
const ANY_LINE = { atOnceOfOne: 1, mostWaitingOfOne: 1, waitsMs: 1, refusal: '' };

/** A platform that takes what it is asked and says nothing, until all who ask are cut off. */
class SilentPlatform {
  #asking = new Set<Socket>();
  #server: Server;

  constructor(t: Cleaned) {
    this.#server = createServer((socket) => {
      this.#asking.add(socket);
      socket.on('error', () => {}).on('close', () => this.#asking.delete(socket));
    }).listen(0, '127.0.0.1');
    t.after(() => this.end());
  }

  async origin(): Promise<string> {
    if (!this.#server.listening) await once(this.#server, 'listening');
    const address = this.#server.address();
    assert.ok(address !== null && typeof address === 'object');
    return `http://127.0.0.1:${address.port}`;
  }

  get isAsked(): boolean {
    return this.#asking.size > 0;
  }

  end(): void {
    this.#server.close();
    for (const socket of this.#asking) socket.destroy();
  }
}

describe('while the platform is asked for keyword ideas', () => {
  const suite = wholeSuite();
  const platform = new SilentPlatform(suite);
  let world: DetectionWorld;

  before(async () => {
    world = await detectionWorld(suite, { adPlatform: platformAt(await platform.origin(), systemClock) });
    const { database, harbor, latest } = world;
    for (let n = 0; n < CAMPAIGNS; n += 1) {
      const { id, ad } = await world.campaign(`large-${n}`);
      await world.days(id, each(99, 0, { clicks: 50, cost: 75, conversions: 5 }));
      await world.keyword({ id, ad }, `burst pipe ${n}`, each(99, 0, { clicks: 4, cost: 8, conversions: 0.4 }));
      await fillClickedTerms(database, { organizationId: harbor.id, campaign: id, ad, latest }, TERMS, n * TERMS);
    }
    await world.rebuild();
  });

  test('nothing is held that others wait for, and the answer says that ideas were not to be had', async () => {
    const { turns } = world.service.service.services;
    const isTaken = (name: string) => turns.isTaken({ ...ANY_LINE, name });
    const detect = (n: number, detector: string) => world.detect(`large-${n}`, { detector });
    const asking = Array.from({ length: CAMPAIGNS }, (_, n) => detect(n, 'new_keywords'));
    await until(async () => platform.isAsked || undefined, 'asking the platform');
    await until(async () => !isTaken('looks') || undefined, 'what the platform is asked by');
    assert.ok(isTaken('keyword ideas') && !isTaken('detectors'));
    assert.equal(termRooms(turns).large.taken, 0);
    const other = await detect(ASK_AT_ONCE, 'negative_keywords');
    assert.equal(other.status, 200, other.text.slice(0, 300));
    assert.ok(isTaken('keyword ideas'));
    platform.end();
    for (const { status, text } of await Promise.all(asking)) {
      assert.equal(status, 200, text.slice(0, 300));
      assert.match(text, /ideas_unavailable/);
    }
    assert.equal(turns.size, 0);
  });
});
