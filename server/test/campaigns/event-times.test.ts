import assert from 'node:assert/strict';
import { describe, test } from 'node:test';
import { EventTimes, NOTED_WITHIN_MS } from '../../src/campaigns/event-times.ts';
import type { ChangeEvent } from '../../src/ports/ad-platform.ts';
import { processorMs } from '../harness/processor-time.ts';

const NOON = Date.parse('2026-03-02T12:00:00Z');
const HOUR_MS = 3_600_000;
const MANY = 5_000;
const MOST_CPU_MS = 100;

function eventAt(ms: number, notBefore = ms): ChangeEvent {
  return {
    at: new Date(ms).toISOString(),
    notBefore: new Date(notBefore).toISOString(),
    resource: 'customers/1/campaigns/2',
    thing: { kind: 'campaign', name: null, knownAs: [] },
    operation: 'update',
    field: 'status',
    oldValue: 'PAUSED',
    newValue: 'ENABLED',
    clientType: 'GOOGLE_ADS_API',
    userEmail: null,
  };
}

describe('events that are alike', () => {
  test('each moment takes the nearest that is left, and none that is too far away', () => {
    let seed = 7;
    const random = (below: number) => {
      seed = (seed * 1_103_515_245 + 12_345) % 2_147_483_648;
      return seed % below;
    };
    for (let round = 0; round < 200; round += 1) {
      const moment = () => NOON + random(40) * 60_000;
      const events = Array.from({ length: 1 + random(12) }, () => {
        const at = moment();
        return eventAt(at, random(4) === 0 ? at - HOUR_MS : at);
      });
      const times = new EventTimes(events);
      const left = new Set(events);
      for (let n = 0; n < 12; n += 1) {
        const asked = moment() + 1;
        const distance = (event: ChangeEvent) =>
          Math.min(...[event.at, event.notBefore].map((at) => Math.abs(Date.parse(at) - asked)));
        const nearest = Math.min(...[...left].map(distance));
        const taken = times.takeNearest(asked);
        if (!taken) {
          assert.ok(nearest > NOTED_WITHIN_MS);
          continue;
        }
        assert.equal(distance(taken), nearest);
        assert.ok(left.delete(taken), 'taken once');
      }
    }
  });

  test('thousands of them are matched at little cost', () => {
    const times = new EventTimes(Array.from({ length: MANY }, (_, n) => eventAt(NOON + n * 100)));
    const begun = processorMs();
    for (let n = 0; n < MANY; n += 1) assert.ok(times.takeNearest(NOON + n * 100 + 30));
    const took = processorMs() - begun;
    assert.ok(took < MOST_CPU_MS, `${took} ms`);
  });

  test('so are thousands that may have happened at two times each', () => {
    const events = Array.from({ length: MANY }, (_, n) => eventAt(NOON + n * 100, NOON + n * 100 - HOUR_MS));
    const times = new EventTimes(events);
    const begun = processorMs();
    // From the last on, by the earlier time: the later one is as far away as it can be.
    for (let n = MANY - 1; n >= 0; n -= 1) assert.equal(times.takeNearest(NOON + n * 100 - HOUR_MS + 30), events[n]);
    const took = processorMs() - begun;
    assert.ok(took < MOST_CPU_MS, `${took} ms`);
  });
});
