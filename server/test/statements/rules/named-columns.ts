import type { Rule } from '../rule.ts';
import { children, find } from '../tree.ts';

export const namedColumns: Rule = {
  says: 'A query without columns is refused: write `select 1 from`.',
  broken({ commands }) {
    const selects = commands.flatMap((command) => find(command, 'SelectStmt'));
    const empty = selects.filter((select) =>
      ['targetList', 'valuesLists', 'larg'].every((field) => children(select, field).length === 0),
    );
    return empty.map(() => 'select from');
  },
  refused: [
    'select from ad where organization_id = $1',
    'select exists (select from ad where organization_id = $1)',
    'delete from ad a where organization_id = $1 and not exists (select from keyword k where k.ad_id = a.id)',
  ],
  allowed: [
    'select exists (select 1 from ad where organization_id = $1)',
    'select id from ad where organization_id = $1 union select id from keyword where organization_id = $1',
    'insert into ad (organization_id) values ($1)',
  ],
};
