-- A bucket fills by the database's clock where a process gives none of its own: one that was wrong for seconds had noted
-- when it was last filled, and everybody who called meanwhile waited until then. What is noted ahead is void.
create or replace function lease_requests(
  p_holder text, p_process text, p_limit double precision, p_want double precision,
  p_unused double precision, p_now double precision, p_hold_seconds double precision
) returns table (granted double precision, remaining double precision) language plpgsql as $$
declare
  at double precision := coalesce(p_now, extract(epoch from clock_timestamp()));
  -- clocks that are less far apart count as the same
  latest double precision := at + 300;
  bucket rate_bucket;
  others jsonb;
  held_by_others double precision;
  returned double precision;
begin
  insert into rate_bucket (holder, tokens, refilled_at) values (p_holder, p_limit, at) on conflict do nothing;
  select * into bucket from rate_bucket where holder = p_holder for update;
  if bucket.refilled_at > latest then
    bucket.refilled_at := at;
    bucket.tokens := p_limit;
  end if;
  select coalesce(jsonb_object_agg(key, value), '{}'), coalesce(sum((value ->> 0)::double precision), 0)
    into others, held_by_others
    from jsonb_each(bucket.leases)
    where key <> p_process and (value ->> 1)::double precision > at
      and (value ->> 1)::double precision <= latest + p_hold_seconds;
  returned := case
    when (bucket.leases -> p_process ->> 1)::double precision > at then p_unused
    else 0
  end;
  bucket.tokens := greatest(0, least(
    p_limit - held_by_others,
    bucket.tokens + returned + greatest(0, at - bucket.refilled_at) * p_limit / 60
  ));
  granted := greatest(0, floor(least(p_want, bucket.tokens)));
  remaining := bucket.tokens - granted;
  update rate_bucket
    set tokens = remaining,
        refilled_at = greatest(at, bucket.refilled_at),
        leases = others || jsonb_build_object(p_process, jsonb_build_array(granted, at + p_hold_seconds))
    where holder = p_holder;
  return next;
end
$$;
