-- Nobody knows whether the ad arrived in the platform, and nobody tries to send it any more: it goes once the platform was
-- read without it.
alter table ad add column lost boolean not null default false;
update ad set lost = true where platform_id is null and sent_at < current_timestamp - interval '1 day';
