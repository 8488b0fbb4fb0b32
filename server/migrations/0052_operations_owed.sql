-- An organization that borrows for changes reads less for it, and takes nothing of what others may read.

-- Takes operations of a day for an organization, or tells that it has to wait. Its share of what is guaranteed to this
-- kind of work is its own, as far as it has come in; what it used for changes is gone from its reads too, or others' reads would
-- pay for them. Beyond that it borrows: what is free and not withheld for the shares
-- of others, and never so much that it owes more than is left to lend to the others, or to so many of them; so whoever
-- borrows little always finds something. What asks for no ceiling is counted only.
create or replace function take_operations(
  p_day date, p_organization integer, p_kind text, p_operations bigint, p_now timestamptz, p_allowed bigint,
  p_asked double precision, p_ceiling double precision, p_guaranteed double precision, p_come_in double precision,
  p_withheld double precision, p_lenders double precision
) returns boolean language plpgsql as $$
declare
  today platform_quota;
  own_weight double precision;
  mine bigint;
  own double precision;
  lendable double precision;
  others double precision;
  within double precision;
begin
  -- A few counts that a crash loses do no harm; waiting for the disk here would hold up every other process.
  perform set_config('synchronous_commit', 'off', true);
  insert into platform_quota (day, used) values (p_day, 0) on conflict do nothing;
  if found then
    delete from platform_use where day < p_day - 35;
    delete from platform_quota where day < p_day - 35;
  end if;
  if p_allowed is not null then
    select * into today from platform_quota where day = p_day for update;
    if today.weighed_at is null or p_now - today.weighed_at not between interval '0' and interval '5 minutes' then
      select coalesce(sum(o.operations_weight), 0) into today.weight from organization o
        where exists (select 1 from ad_account_claim c where c.organization_id = o.id);
      today.weighed_at := p_now;
    end if;
  end if;
  if p_ceiling is not null then
    select operations_weight into own_weight from organization where id = p_organization;
    select sum(used) into mine from platform_use
      where day = p_day and organization_id = p_organization and (kind = p_kind or p_kind = 'read');
    own_weight := coalesce(own_weight, 1);
    others := today.weight - own_weight;
    own := p_guaranteed * own_weight / greatest(today.weight, own_weight) * p_come_in - coalesce(mine, 0);
    lendable := p_ceiling - today.used - p_withheld;
    -- With x taken, x - own is what it owes and lendable - x what is left to lend.
    within := case
      when others <= 0 then p_ceiling - today.used
      else greatest(own, (own_weight * lendable + least(p_lenders, others) * own)
        / (own_weight + least(p_lenders, others)))
    end;
    if p_asked > least(within, p_ceiling - today.used) then
      return false;
    end if;
  end if;
  insert into platform_use as u (day, organization_id, kind, used)
    values (p_day, p_organization, p_kind, p_operations)
    on conflict (day, organization_id, kind) do update set used = u.used + excluded.used;
  if p_allowed is not null then
    update platform_quota
      set used = used + p_operations, allowed = p_allowed, weight = today.weight, weighed_at = today.weighed_at
      where day = p_day;
  end if;
  return true;
end
$$;
