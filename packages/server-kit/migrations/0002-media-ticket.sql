-- Picture tickets already used (security, part 7): the nonce is the key, a second use is a conflict.
create table media_ticket_used (
  nonce      bytea          primary key check (octet_length(nonce) = 9),
  expires_at timestamptz(3) not null
);
create index media_ticket_used_expiry on media_ticket_used (expires_at);
revoke all on media_ticket_used from public;
grant select, insert, delete on media_ticket_used to varco_app;
