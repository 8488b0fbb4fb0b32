import { z } from 'zod';
import { day } from '../base/schemas.ts';
import { operatorCommand } from './command.ts';
import { type OrganizationUse, useByOrganization, useOfDay } from './quota.store.ts';

/** Shows who has used how many of the ad platform's daily operations, and whose work waits for more. */
export const quota = operatorCommand({
  name: 'quota',
  usage: '[--day <yyyy-mm-dd>]',
  input: z.strictObject({ day: day.optional() }),

  async run({ day }, { db, clock }) {
    const on = day ?? new Date(clock.now()).toISOString().slice(0, 10);
    const { used, allowed } = await useOfDay(db, on);
    const limit = allowed === null ? 'no limit is known' : `of ${allowed}, ${percent(used, allowed)}`;
    const rows = await useByOrganization(db, on);
    return [`${on} (UTC): ${used} operations used; ${limit}.`, ...rows.map((row) => described(row, used))].join('\n');
  },
});

function described({ slug, weight, reads, changes, stops, waiting }: OrganizationUse, all: number): string {
  const used = reads + changes + stops;
  const kinds = `${reads} for reads, ${changes} for changes, ${stops} for stops`;
  const waits = waiting === 0 ? '' : `; waiting tasks: ${waiting}`;
  return `${slug ?? 'no organization'}  ${used} (${percent(used, all)}): ${kinds}; weight ${weight ?? 'none'}${waits}`;
}

function percent(part: number, whole: number): string {
  return whole === 0 ? '0 %' : `${Math.round((100 * part) / whole)} %`;
}
