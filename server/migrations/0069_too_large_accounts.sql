-- Since when an account holds more than can be read whole, and when that was last found: it is not tried again at every
-- round. Null where everything can be read.
alter table ad_account
  add column too_large_since timestamptz,
  add column too_large_at timestamptz;
