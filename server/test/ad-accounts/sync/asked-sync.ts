import assert from 'node:assert/strict';
import { z } from 'zod';
import { ACME, type World } from '../world.ts';

/** Has a person ask for everything anew, later than anybody asked before; answers with the task. */
export async function askedFor(world: World): Promise<number> {
  await world.turn({ minutes: 2 });
  const asked = await world.dashboard('POST', `/organizations/acme/ad-accounts/${ACME}/sync`, { body: {} });
  assert.equal(asked.status, 202, asked.text);
  return z.object({ task_tracking_id: z.int() }).parse(asked.json).task_tracking_id;
}
