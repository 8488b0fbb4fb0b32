-- Every step on a campaign keeps the platform's id of it under one name.
update action set steps = replace(steps::text, '"platform_campaign_id"', '"platform_id"')::jsonb
  where steps::text like '%"platform_campaign_id"%';
update action set undo_steps = replace(undo_steps::text, '"platform_campaign_id"', '"platform_id"')::jsonb
  where undo_steps::text like '%"platform_campaign_id"%';
