-- What the operator sets comes by no request.
alter table limit_change alter column request_id drop not null;
