-- Allowance on lease is counted for each process apart. A process that comes back in time returns exactly what it did
-- not use; one that comes back late, or died, returns nothing, and by then the bucket has filled without it.
drop function lease_requests(
  text, double precision, double precision, double precision, double precision, double precision, double precision
);

alter table rate_bucket
  drop column held,
  drop column held_until,
  -- by process: how much is out, and until when it counts against the bucket's size
  add column leases jsonb not null default '{}';

create function lease_requests(
  p_holder text, p_process text, p_limit double precision, p_want double precision,
  p_unused double precision, p_now double precision, p_hold_seconds double precision
) returns table (granted double precision, remaining double precision) language plpgsql as $$
declare
  bucket rate_bucket;
  others jsonb;
  held_by_others double precision;
  returned double precision;
begin
  insert into rate_bucket (holder, tokens, refilled_at) values (p_holder, p_limit, p_now) on conflict do nothing;
  select * into bucket from rate_bucket where holder = p_holder for update;
  select coalesce(jsonb_object_agg(key, value), '{}'), coalesce(sum((value ->> 0)::double precision), 0)
    into others, held_by_others
    from jsonb_each(bucket.leases)
    where key <> p_process and (value ->> 1)::double precision > p_now;
  returned := case
    when (bucket.leases -> p_process ->> 1)::double precision > p_now then p_unused
    else 0
  end;
  bucket.tokens := greatest(0, least(
    p_limit - held_by_others,
    bucket.tokens + returned + greatest(0, p_now - bucket.refilled_at) * p_limit / 60
  ));
  granted := greatest(0, floor(least(p_want, bucket.tokens)));
  remaining := bucket.tokens - granted;
  update rate_bucket
    set tokens = remaining,
        refilled_at = greatest(p_now, bucket.refilled_at),
        leases = others || jsonb_build_object(p_process, jsonb_build_array(granted, p_now + p_hold_seconds))
    where holder = p_holder;
  return next;
end
$$;
