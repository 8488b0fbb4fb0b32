import type { Log } from '../../src/base/log.ts';
import { silentLog } from './log.ts';

/** A log that keeps what it is warned of. */
export function notedWarnings(): { log: Log; warnings: string[] } {
  const warnings: string[] = [];
  const log: Log = { ...silentLog, warn: (_, message) => void warnings.push(message), child: () => log };
  return { log, warnings };
}
