import { z } from 'zod';
import { operatorCommand } from './command.ts';
import { limitsInWords } from './limits-in-words.ts';
import { allOrganizations, type ListedRow } from './operator.store.ts';

/** Shows every organization with its Owners, team and limits. */
export const listOrganizations = operatorCommand({
  name: 'list-organizations',
  usage: '',
  input: z.strictObject({}),

  async run(_input, { db }) {
    const rows = await allOrganizations(db);
    return rows.length === 0 ? 'There is no organization yet.' : rows.map(described).join('\n');
  },
});

function described(row: ListedRow): string {
  const owners = row.owners.join(' ') || 'nobody';
  const team = row.team === null ? '' : `; team ${row.team}`;
  return `${row.slug}  ${row.name} (${row.plan}, ${row.currency}); owned by ${owners}${team}; ${limitsInWords(row)}`;
}
