import type { Log } from '../../src/base/log.ts';

/** Says nothing: a test's output is its result. */
export const silentLog: Log = {
  debug() {},
  info() {},
  warn() {},
  error() {},
  child: () => silentLog,
};
