-- Transits that an erasure deleted so far, one row for each batch, in its transaction: an erasure that was interrupted and repeated
-- states all of them in the letter (ADR 0064). Append-only like the request, and gone with it.
create table person_request_batch (
  request uuid           not null references person_request (id) on delete cascade,
  id      bigint         generated always as identity,
  n       integer        not null check (n > 0),
  at      timestamptz(3) not null default clock_timestamp(),
  primary key (request, id)
);
create trigger append_only before update or delete on person_request_batch for each row execute function person_request_refuse_change();
create trigger never_truncated before truncate on person_request_batch execute function person_request_refuse_change();
grant select, insert on person_request_batch to varco_app;
