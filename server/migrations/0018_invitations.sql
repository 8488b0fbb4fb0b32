-- Invitations to an organization wait for whoever has, or one day has, an account with the address. They are kept until
-- they run out, so that those sent lately can be counted. One that was declined stays open in the eyes of the Owners:
-- whether an address has an account here is nobody else's business.
create table invitation (
  organization_id integer not null references organization on delete cascade,
  id text not null,
  email text not null check (email = lower(email)),
  role text not null check (role in ('owner', 'admin', 'member')),
  invited_by integer not null references person on delete cascade,
  created_at timestamptz not null,
  expires_at timestamptz not null,
  state text not null check (state in ('pending', 'declined', 'accepted', 'revoked')),
  primary key (organization_id, id)
);
create unique index invitation_open on invitation (organization_id, email) where state in ('pending', 'declined');
create index invitation_pending on invitation (email) where state = 'pending';
create index invitation_by_expiry on invitation (expires_at);
