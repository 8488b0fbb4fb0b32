-- Of a session the newest refresh tokens are kept, and how many were issued lately is counted at each refresh.
create index oauth_token_in_order on oauth_token (session_id, kind, expires_at);
drop index oauth_token_of_session;
