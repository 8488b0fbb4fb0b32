import { before, describe, test } from 'node:test';
import { wholeSuite } from '../../harness/service.ts';
import { KINDS } from '../kinds-of-change.ts';
import { mustBeUnsent, ready } from '../unsent.ts';
import type { BlockPoint } from './database-gate.ts';
import { startFaultWorld, type World } from './world.ts';

/** The last that the database is asked before a change is sent. */
const LAST_LOOKS: Readonly<Record<string, BlockPoint>> = {
  'whether the work is still this worker’s': {
    statement: 'select task_tracking_id from task where task_tracking_id = $1',
    at: 'statement',
  },
  'to note that it is sent now': { statement: 'update action set', parameter: /^\{.*tried.*\}$/, at: 'statement' },
};

describe('a change that never left, because the database was lost right before, when approvals come on', () => {
  const suite = wholeSuite();
  let world: World;

  before(async () => {
    world = await startFaultWorld(suite);
  });

  for (const [asked, point] of Object.entries(LAST_LOOKS)) {
    for (const [what, kind] of Object.entries(KINDS)) {
      test(`is not sent: ${what}, lost when it was asked ${asked}`, async () => {
        const begun = await ready(world, kind);
        const { org, slug, first } = begun;
        const blocked = world.databaseGate.block(point);
        const answered = kind.ask(org, slug, first, { via: world.served() });
        await blocked.reached();
        await org.requireApprovals(true);
        await blocked.end('lost');
        const answer = await answered;
        await org.quiet();
        await mustBeUnsent(world, begun, answer);
      });
    }
  }
});
