import { isDeepStrictEqual } from 'node:util';
import type { Clock } from '../clock.ts';
import { PerformanceModels } from '../metrics/models.ts';
import { seedWorld } from '../seed/seed.ts';
import type { EntryLog } from '../store/journal.ts';
import { World } from '../store/world.ts';
import { bigAccount } from './big-account.ts';
import { DEMO_WORLD } from './demo/demo-world.ts';
import type { WorldDescription } from './description.ts';
import { readWorld, WorldError } from './read-world.ts';

/** What a world may be opened with. */
export interface WorldOptions {
  description?: WorldDescription;
  seed?: number;
  bigAccountTerms?: number;
}

/** A world and what its accounts do in their markets. */
export interface OpenWorld {
  world: World;
  models: PerformanceModels;
}

/** Opens what a journal remembers; a new one is first filled with the world described, or with the demo's. */
export function openWorld(journal: EntryLog, clock: Clock, options: WorldOptions): OpenWorld {
  const isNew = journal.isNew;
  const world = new World(journal, clock);
  const description = chosenWorld(world, isNew, options.description);
  const begin = () => {
    world.record({ type: 'world', at: world.clock.now(), description: options.description ?? null });
    if (isNew) seedWorld(world, description);
  };
  if (isNew) journal.createAtOnce(begin);
  else if (!world.origin) begin();
  const accounts = [...description.accounts];
  if (options.bigAccountTerms) {
    const big = readWorld(bigAccount(options.bigAccountTerms));
    accounts.push(...big.accounts);
    if (!big.accounts.every(({ id }) => world.accounts.has(id))) seedWorld(world, big);
  }
  const began = world.origin?.at ?? world.clock.now();
  return { world, models: new PerformanceModels(accounts, options.seed ?? description.seed, began) };
}

/** A world keeps its description for good: its figures were made from it. */
function chosenWorld({ origin }: World, isNew: boolean, wanted: WorldDescription | undefined): WorldDescription {
  const kept = origin?.description ?? undefined;
  if (!isNew && wanted && !isDeepStrictEqual(JSON.parse(JSON.stringify(wanted)), kept)) {
    throw new WorldError(
      'The data directory holds another world. Choose another directory, or delete it to start over.',
    );
  }
  return wanted ?? kept ?? readWorld(DEMO_WORLD);
}
