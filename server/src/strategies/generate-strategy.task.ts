import { z } from 'zod';
import { written } from '../documents/page.ts';
import { phrased } from '../documents/phrase.ts';
import { task } from '../tasks/task.ts';
import { gatherStrategy } from './gather-strategy.ts';
import { GENERATE_STRATEGY } from './generate-strategy.ts';
import { beginStrategy, failStrategy, finishStrategy } from './strategy.store.ts';
import { strategyPage } from './write-strategy.ts';

const TIMEOUT_SECONDS = 1_200;
const RETRIES = { attempts: 3, backoffSeconds: 30 };

/** Writes a strategy; it only reads until its last statement, so it may begin again at any point. */
export const generateStrategyTask = task({
  type: GENERATE_STRATEGY,
  payload: z.strictObject({ strategy_id: z.string() }),
  changes: ['strategies'],
  timeoutSeconds: TIMEOUT_SECONDS,
  retries: RETRIES,
  resumable: true,

  async run({ strategy_id }, context) {
    const documents = await beginStrategy(context, strategy_id);
    if (!documents) return undefined;
    const evidence = await gatherStrategy(context, documents);
    await context.stage('Writing the strategy');
    const strategy = written(await phrased(strategyPage(evidence), context.writer, context.signal));
    context.signal.throwIfAborted();
    await finishStrategy(context, strategy_id, strategy, context.clock.now());
    return undefined;
  },

  async onFailure({ strategy_id }, { message }, context) {
    await failStrategy(context, strategy_id, message, context.clock.now());
  },
});
