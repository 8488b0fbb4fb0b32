import { inspect } from 'node:util';
import type { Log } from '../../src/base/log.ts';

const CAUSES_SHOWN = 6;

/** Says nothing: for what a test breaks on purpose. */
export const silentLog: Log = {
  debug() {},
  info() {},
  warn() {},
  error() {},
  child: () => silentLog,
};

/** Says on standard error what nobody expected, with its stack, so that a test which fails over it shows the cause. */
export const testLog: Log = loggingErrors({});

function loggingErrors(bindings: object): Log {
  return {
    ...silentLog,
    error(details, message) {
      process.stderr.write(`${message} ${inspect({ ...bindings, ...details }, { depth: CAUSES_SHOWN })}\n`);
    },
    child: (more) => loggingErrors({ ...bindings, ...more }),
  };
}
