-- The history of one campaign, newest first, however many actions the organization has.
create index action_of_campaign on action (organization_id, campaign, at desc, id desc);
