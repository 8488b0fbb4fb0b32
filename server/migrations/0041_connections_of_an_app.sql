-- Whether anybody has connected an app is asked whenever one that is known by a document is seen, and when unused ones are forgotten.
create index oauth_connection_of_client on oauth_connection (client_id);
