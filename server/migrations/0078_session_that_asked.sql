-- An app may be connected several times, and one of its sessions may have been stolen: what that asked for ends with it.
alter table task add column requested_by_session text;
