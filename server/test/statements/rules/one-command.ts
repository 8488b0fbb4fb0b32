import type { Rule } from '../rule.ts';

export const oneCommand: Rule = {
  says: 'A message of several commands is refused: declare each as a statement of its own.',
  broken: ({ commands }) => (commands.length === 1 ? [] : [`${commands.length} commands`]),
  refused: ['delete from ad where organization_id = $1; delete from keyword where organization_id = $1'],
  allowed: ['delete from ad where organization_id = $1;', `select ';' from ad where organization_id = $1`],
};
