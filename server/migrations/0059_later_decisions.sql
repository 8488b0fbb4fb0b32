-- Which action gave a campaign its state, null where somebody did in the platform: undoing starts nothing that was stopped
-- since. Of the campaigns that are here already, the last action that made it so.
alter table campaign add column state_set_by text;
update campaign c set state_set_by = a.id
from (
  select distinct on (organization_id, campaign_id)
    organization_id, campaign_id, id, steps -> 0 -> 'details' ->> 'to' as state
  from action
  where op = 'set_campaign_state' and undone_at is null and (steps -> 0 ->> 'done')::boolean
  order by organization_id, campaign_id, at desc, id desc) a
where a.organization_id = c.organization_id and a.campaign_id = c.id and a.state = c.state;

-- The actions on a campaign, whichever other campaigns they are on as well.
create index action_on_campaigns on action using gin (jsonb_path_query_array(steps, '$[*].details.campaign_id'));
