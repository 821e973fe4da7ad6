-- Transits that a request of a person had restricted (ADR 0080): taken out of the tables that searches, counts and analyses read, and
-- stored sealed until they are lifted, erased, or past their term. Rows are added and deleted, never changed.
create table restricted_transit (
  id       uuid           primary key,
  request  uuid           not null references person_request (id),
  -- Instant of the transit, for its term.
  ts       timestamptz(3) not null,
  -- The transit with all that was deleted with it, as JSON with a version.
  sealed   bytea          not null
);
create index restricted_transit_request on restricted_transit (request, ts, id);
create index restricted_transit_time on restricted_transit (ts, id);

create table restricted_picture (
  transit  uuid           not null references restricted_transit (id) on delete cascade,
  kind     text           not null check (kind in ('full', 'plate', 'context')),
  ts       timestamptz(3) not null,
  -- The bytes as sent by the camera; of none, the file was missing before.
  sealed   bytea          not null,
  primary key (transit, kind)
);
create index restricted_picture_time on restricted_picture (kind, ts, transit);
grant select, insert, delete on restricted_transit, restricted_picture to varco_app;

-- The steps of a restriction: carried out, the person informed that it will be lifted (GDPR art. 18(3)), lifted.
alter table person_request_step
  drop constraint person_request_step_kind_check,
  drop constraint person_request_step_check1,
  add constraint person_request_step_kind_check
    check (kind in ('identity', 'extension', 'erasure', 'restriction', 'notice', 'lift')),
  add constraint person_request_step_check1
    check ((kind in ('erasure', 'restriction', 'lift')) = (n is not null and n_held is not null));

-- Batches of a restriction and of its end are counted like those of an erasure.
alter table person_request_batch
  add column kind text not null default 'erasure' check (kind in ('erasure', 'restriction', 'lift'));

-- As in 0083; a request whose transits are still restricted, because a legal hold keeps them, stays with them.
create or replace function person_request_prune(before timestamptz) returns bigint
language plpgsql security definer set search_path = pg_catalog, pg_temp as $$
declare
  gone bigint;
begin
  perform set_config('varco.person_request_removal', 'on', true);
  delete from public.person_request r
   where coalesce((select e.at from public.person_request_end e where e.request = r.id), r.due_on::timestamptz)
     < least(before, clock_timestamp() - interval '5 years')
     and not exists (select from public.restricted_transit t where t.request = r.id);
  get diagnostics gone = row_count;
  perform set_config('varco.person_request_removal', 'off', true);
  return gone;
end
$$;
