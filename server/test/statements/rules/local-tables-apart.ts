import { queriesOf } from '../queries.ts';
import type { Rule } from '../rule.ts';

/** What an insert writes to may be of another kind than what it reads: the rows are brought together first. */
export const localTablesApart: Rule = {
  says: 'Tables that stay in one place are not joined to tenant tables: read one of the two in a materialized CTE.',
  broken({ commands }) {
    const plans = Map.groupBy(commands.flatMap(queriesOf), ({ plan }) => plan);
    return [...plans.values()].flatMap((queries) => {
      const [tenant, local] = (['tenant', 'local'] as const).map((kind) =>
        queries.flatMap(({ sources }) => sources.filter((one) => one.kind === kind).map(({ table }) => table)),
      );
      return tenant?.length && local?.length ? [`${tenant.join(', ')} with ${local.join(', ')}`] : [];
    });
  },
  refused: [
    'select p.email from ad_connection c join person p on p.id = c.connected_by where c.organization_id = $1',
    'select p.email from person p, ad_connection c where c.organization_id = $1 and p.id = c.connected_by',
    'select id from campaign where organization_id = $1 and exists (select 1 from task t where t.type = campaign.slug)',
    'select name from organization where id = $1 and exists (select 1 from ad where organization_id = $1)',
    'delete from campaign_day t using incoming_figures i where t.organization_id = $1 and t.day = i.day',
    'update campaign set name = s.name from staged s where organization_id = $1 and slug = s.slug',
    'with p as (select id from person) select 1 from ad_connection c join p on p.id = c.id where c.organization_id = $1',
    'insert into ad (organization_id, name) select $1::int, c.name from campaign c, person where c.organization_id = $1',
    'select id from campaign where organization_id = $1 union all select id from person',
    'copy (select 1 from campaign c join person p on p.name = c.name where c.organization_id = $1) to stdout',
  ],
  allowed: [
    'select c.id from campaign c join ad a on a.organization_id = $1 where c.organization_id = $1',
    'select m.role from membership m join person p on p.id = m.person_id where m.organization_id = $1',
    `with c as materialized (select connected_by from ad_connection where organization_id = $1)
     select p.email from c join person p on p.id = c.connected_by`,
    `with i as materialized (select day from incoming_figures)
     delete from campaign_day t where t.organization_id = $1 and not exists (select 1 from i where i.day = t.day)`,
    'insert into incoming_figures select id from campaign where organization_id = $1',
    `insert into audit_event (organization_id, path) select organization_id, path
     from json_to_recordset($2::json) as e (organization_id int, path text) where (select value from auth_epoch) = $3`,
    'update ad set name = r.name from json_to_recordset($2::json) as r (id int, name text) where organization_id = $1',
  ],
};
