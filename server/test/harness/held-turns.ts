import type { TestContext } from 'node:test';
import { setTimeout as sleep } from 'node:timers/promises';
import type { Services } from '../../src/base/context.ts';

/** The next requests of a service, so many, that wait for their turn until the test lets them go. */
export function heldTurns(t: TestContext, { turns }: Services, times = 1) {
  const { promise, resolve } = Promise.withResolvers<boolean>();
  const { mock } = t.mock.method(turns.beginnings, 'begin', () => promise, { times });
  return {
    /** Until all of them have come. */
    async allWait(): Promise<void> {
      while (mock.callCount() < times) await sleep(1);
    },
    /** Their turn comes, or whoever asks has gone before. */
    end: (come: boolean) => resolve(come),
  };
}
