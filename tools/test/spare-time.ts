import { cpus } from 'node:os';
import { setTimeout as sleep } from 'node:timers/promises';

const LOOKS_FOR_MS = 3_000;
/** Less is what anything else leaves idle between its own waits. */
const TO_SPARE = 0.25;

/** Comes back once the processors were idle for a good part of a few seconds, or nobody needs to know any more. */
export async function timeToSpare(isNeeded: () => boolean, share = idleShare): Promise<void> {
  while (isNeeded() && (await share(LOOKS_FOR_MS)) < TO_SPARE);
}

/** Which part of that time the processors of this machine have nothing to do. */
async function idleShare(ms: number): Promise<number> {
  const before = times();
  await sleep(ms);
  const after = times();
  return (after.idle - before.idle) / Math.max(after.all - before.all, 1);
}

function times(): { idle: number; all: number } {
  const each = cpus().map(({ times }) => times);
  const idle = each.reduce((sum, one) => sum + one.idle, 0);
  const all = each.reduce((sum, { user, nice, sys, irq }) => sum + user + nice + sys + irq, idle);
  return { idle, all };
}
