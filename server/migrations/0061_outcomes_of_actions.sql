-- What the log tells of an action, kept once it has ended: the first of its changes, how many there are, and what of it was
-- left undone. Null while it is under way and for older ones: then it is told from the steps.
alter table action add column outcome jsonb;
