import { steps } from './catalogue.ts';
import { openMigrated } from './open-database.ts';
import { createLog } from './src/adapters/pino-log.ts';
import { systemClock } from './src/adapters/system-clock.ts';
import { ConfigError, loadConfig } from './src/base/config.ts';
import { UsageError } from './src/operator/command.ts';
import { OPERATOR_USAGE, readOrder } from './src/operator/order.ts';
import { Stops } from './stops.ts';

const BAD_INPUT = 2;
const FAILED = 1;

/** Carries out one command of the operator beside a service that runs, or without one; a failure is told in one line. */
export async function operate(args: string[]): Promise<void> {
  if (['help', '--help', '-h'].includes(args[0] ?? '')) return console.log(OPERATOR_USAGE);
  const log = createLog('error', process.stderr);
  const stops = new Stops(log);
  try {
    const order = readOrder(args);
    await stops.during(async () => {
      const config = loadConfig(process.env);
      const database = await openMigrated(config, log, stops);
      console.log(await order(database, systemClock, config.appUrl, steps));
    });
  } catch (error) {
    console.error(`operator: ${inOneLine(error)}`);
    process.exitCode = error instanceof UsageError || error instanceof ConfigError ? BAD_INPUT : FAILED;
  } finally {
    await stops.stopAll();
  }
}

/** A connection that several addresses refused comes as a collection without a message of its own. */
function inOneLine(error: unknown): string {
  const told = error instanceof AggregateError ? (error.errors[0] ?? error) : error;
  const message = told instanceof Error ? told.message : String(told);
  return message.replace(/\s*\n\s*/g, ' ');
}
