import { unbound } from '../bindings.ts';
import { isTenant, queriesOf } from '../queries.ts';
import type { Rule } from '../rule.ts';
import { child, children, find, type SqlNode, text } from '../tree.ts';

export const boundToOrganization: Rule = {
  says: 'Every tenant table is held to an organization: organization_id = $1, or that of another table, on each of them.',
  broken({ commands }) {
    const loose = commands.flatMap(queriesOf).flatMap(unbound);
    return [
      ...loose.map(({ table, name }) => (table === name ? name : `${table} ${name}`)),
      ...commands.flatMap(copies),
    ];
  },
  refused: [
    'select id from campaign where slug = $1',
    'select id from campaign where organization_id > $1',
    'select id from campaign where organization_id = $1 or slug = $2',
    'select id from campaign where organization_id = id',
    'select c.id from campaign c join ad a on a.campaign_id = c.id where c.organization_id = $1',
    'select c.id from campaign c left join ad a on c.organization_id = $1 and a.organization_id = $1',
    'select c.id from campaign c where c.organization_id = $1 and exists (select 1 from ad a where a.campaign_id = c.id)',
    'select c.id from campaign c join (select campaign_id from ad) a on a.campaign_id = c.id where c.organization_id = $1',
    'with a as (select id from ad) select id from a',
    'update campaign set name = $2 where id = $1',
    'update campaign c set name = a.name from ad a where c.organization_id = $1 and a.campaign_id = c.id',
    'delete from ad where id = any($1)',
    'insert into ad (organization_id, id) values (1, $2)',
    'insert into ad (id) values ($1)',
    'insert into ad select * from json_to_recordset($1::json) as r (organization_id integer)',
    'insert into ad (organization_id, id) select organization_id, id from keyword',
    'copy ad (id, name) from stdin',
    'copy ad from stdin',
    'copy (select name from ad) to stdout',
  ],
  allowed: [
    'select id from campaign where organization_id = $1 and slug = $2',
    'select id from campaign where $1::integer = organization_id',
    'select id from campaign where organization_id = any($1::integer[])',
    'select c.id from campaign c left join ad a on a.organization_id = $1 and a.campaign_id = c.id where c.organization_id = $1',
    'select 1 from campaign c left join ad a on a.organization_id = c.organization_id where c.organization_id = $1',
    'select 1 from campaign c, ad a, keyword k where k.organization_id = a.organization_id and a.organization_id = $1 and c.organization_id = a.organization_id',
    'select 1 from campaign c where c.organization_id = $1 and exists (select 1 from ad a where a.organization_id = c.organization_id)',
    'select id from ad where organization_id = $1 union all select id from keyword where organization_id = $1',
    'with a as (select id from ad where organization_id = $1) select id from a where id = $2',
    'update ad set name = r.name from json_to_recordset($2::json) as r (id bigint, name text) where ad.organization_id = $1 and ad.id = r.id',
    'delete from ad a using json_to_recordset($1::json) as r (organization_id integer) where a.organization_id = r.organization_id',
    'insert into ad (id, organization_id) values ($2, $1)',
    'insert into ad (organization_id, name) select organization_id, name from json_to_recordset($1::json) as r (organization_id integer, name text)',
    'insert into ad (organization_id, name) select organization_id, name from keyword where organization_id = $1',
    'copy ad (organization_id, name) from stdin',
    'select id from person',
  ],
};

/** Rows that are copied in bring their organization. */
function copies(command: SqlNode): string[] {
  return find(command, 'CopyStmt').flatMap((copy) => {
    const table = children(copy, 'relation').map((one) => text(one, 'relname'))[0];
    const columns = children(copy, 'attlist').map((column) => text(column, 'sval'));
    const bound = child(copy, 'query') !== undefined || columns.includes('organization_id');
    return isTenant(table) && !bound ? [`${table}`] : [];
  });
}
