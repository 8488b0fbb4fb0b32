-- The first key of a row of rotations, null for that key itself: an Idempotency-Key belongs to all of them alike.
alter table api_key add column lineage text;

with recursive line as (
  select organization_id, id, id as first, replaced_by from api_key k
  where not exists (select 1 from api_key o where o.organization_id = k.organization_id and o.replaced_by = k.id)
  union all
  select k.organization_id, k.id, line.first, k.replaced_by
  from line join api_key k on k.organization_id = line.organization_id and k.id = line.replaced_by
)
update api_key k set lineage = line.first from line
where k.organization_id = line.organization_id and k.id = line.id and k.id <> line.first;
