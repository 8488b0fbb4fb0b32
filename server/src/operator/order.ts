import { parseArgs } from 'node:util';
import type { Database } from '../base/database.ts';
import { sendSecurityEmail } from '../mail/send-email.task.ts';
import type { Clock } from '../ports/clock.ts';
import { createTaskQueue } from '../tasks/task-queue.ts';
import type { Steps } from '../writes/steps.ts';
import { addStaff } from './add-staff.ts';
import { afterRestore } from './after-restore.ts';
import { assignTeam } from './assign-team.ts';
import { type OperatorCommand, UsageError } from './command.ts';
import { connections } from './connections.ts';
import { createOrganization } from './create-organization.ts';
import { endConnections } from './end-connections.ts';
import { listOrganizations } from './list-organizations.ts';
import { waitForOperators } from './operator.store.ts';
import { quota } from './quota.ts';
import { releaseAccount } from './release-account.ts';
import { removeStaff } from './remove-staff.ts';
import { resetPassword } from './reset-password.ts';
import { rotateSecrets } from './rotate-secrets.ts';
import { setLimits } from './set-limits.ts';
import { signInLink } from './sign-in-link.ts';
import { turnOffSecondFactor } from './turn-off-second-factor.ts';
import { unassignTeam } from './unassign-team.ts';

const COMMANDS: readonly OperatorCommand[] = [
  createOrganization,
  listOrganizations,
  setLimits,
  quota,
  resetPassword,
  signInLink,
  turnOffSecondFactor,
  connections,
  endConnections,
  addStaff,
  removeStaff,
  assignTeam,
  unassignTeam,
  releaseAccount,
  rotateSecrets,
  afterRestore,
];

/** What the operator asked for, understood and not yet begun. */
export type Order = (database: Database, clock: Clock, appUrl: string, steps: Steps) => Promise<string>;

/** What can be typed. */
export const OPERATOR_USAGE = `Commands of the operator:\n${COMMANDS.map(({ name, usage }) =>
  `  ${name} ${usage}`.trimEnd(),
).join('\n')}`;

/** Reads a command; carrying it out is one transaction, so that it is done whole or not at all. */
export function readOrder([name, ...args]: string[]): Order {
  const command = COMMANDS.find((one) => one.name === name);
  if (!command) {
    const known = COMMANDS.map((one) => one.name).join(', ');
    throw new UsageError(
      `${name === undefined ? 'a command is missing' : `${name} is no command`}; there are ${known}`,
    );
  }
  const work = command.prepare(valuesOf(command, args));
  return (database, clock, appUrl, steps) =>
    database.transaction(async (db) => {
      await waitForOperators(db);
      return await work({ db, clock, appUrl, steps, tasks: createTaskQueue({ tasks: [sendSecurityEmail], clock }) });
    });
}

function valuesOf({ name, options, usage }: OperatorCommand, args: string[]): Record<string, string> {
  const accepted = Object.fromEntries(options.map((option) => [option, { type: 'string', multiple: true } as const]));
  try {
    const { values } = parseArgs({ args, options: accepted, strict: true, allowPositionals: false });
    return Object.fromEntries(Object.entries(values).map(([option, given]) => [option, onlyOne(option, given ?? [])]));
  } catch (error) {
    if (!(error instanceof TypeError)) throw error;
    const [problem] = error.message.split(/[.\n]/, 1);
    throw new UsageError(`${problem}; usage: ${`${name} ${usage}`.trimEnd()}`);
  }
}

/** Of two values for one option, neither is taken: the second may be meant for another. */
function onlyOne(option: string, [value, ...more]: string[]): string {
  if (value === undefined || more.length > 0) throw new UsageError(`--${option} must be given once`);
  return value;
}
