-- The monthly review of the consultation log (ADR 0047). The server may read and add, and change nothing: what was computed and what
-- was decided stays as it was, and a later decision is one more row.

-- One computation of a month. Of a month that is over there is one final run; before it, runs of the month so far.
create table review_run (
  id         integer        generated always as identity primary key,
  month      date           not null check (extract(day from month) = 1),
  version    text           not null,
  at         timestamptz(3) not null,
  final      boolean        not null,
  people     integer        not null check (people >= 0),
  -- The published checkpoint with which the sample was drawn.
  checkpoint text,
  check (final = (checkpoint is not null))
);
create unique index review_run_final on review_run (month) where final;
create index review_run_month on review_run (month, id);

-- A person of a month whose consultations are reviewed: by score, by lot, or because somebody decided about them before.
create table review_case (
  run      integer not null references review_run (id) on delete cascade,
  person   uuid    not null,
  name     text    not null,
  job      text    not null,
  looks    integer not null check (looks >= 0),
  score    integer not null check (score >= 0),
  flagged  boolean not null,
  drawn    boolean not null,
  findings jsonb   not null,
  primary key (run, person)
);

-- Decisions, questions and answers, in their order.
create table review_step (
  id      integer        generated always as identity primary key,
  month   date           not null,
  person  uuid           not null,
  kind    text           not null check (kind in ('fine', 'ask', 'escalate', 'answer')),
  note    text           not null check (length(note) between 10 and 2000),
  by_id   uuid           not null,
  by_name text           not null,
  at      timestamptz(3) not null,
  -- Nobody decides about themself, and nobody answers for another.
  check ((by_id = person) = (kind = 'answer'))
);
create index review_step_case on review_step (month, person, id);
create index review_step_person on review_step (person, month);

-- Second lock beside the missing grants, as for the consultation log.
create function review_refuse_change() returns trigger language plpgsql set search_path = pg_catalog, pg_temp as $$
begin
  if tg_op = 'DELETE' and current_setting('varco.review_removal', true) = 'on' then
    return old;
  end if;
  raise exception 'the review is append-only' using errcode = 'insufficient_privilege';
end
$$;
do $$
declare
  t text;
begin
  foreach t in array array['review_run', 'review_case', 'review_step'] loop
    execute format('create trigger append_only before update or delete on %I for each row execute function review_refuse_change()', t);
    execute format('create trigger never_truncated before truncate on %I execute function review_refuse_change()', t);
    execute format('grant select, insert on %I to varco_app', t);
  end loop;
end
$$;

-- Removes what nobody needs any more: runs of a month so far that a later one replaced, and whole months past the term of the log.
create function review_prune() returns void
language plpgsql security definer set search_path = pg_catalog, pg_temp as $$
declare
  oldest date := (select (clock_timestamp() - make_interval(years => keep_years))::date - 31 from public.audit_policy);
begin
  perform set_config('varco.review_removal', 'on', true);
  delete from public.review_run r
   where not r.final and exists (select from public.review_run n where n.month = r.month and n.id > r.id);
  delete from public.review_run r where r.month < oldest;
  delete from public.review_step s where s.month < oldest;
  perform set_config('varco.review_removal', 'off', true);
end
$$;
revoke execute on function review_prune() from public;
grant execute on function review_prune() to varco_app;

-- Plates that people declared as those of their household: keyed hashes, whose key is not in the database. A plate has so few forms
-- that a salt alone would not hide it from whoever holds the table.
create table household_plate (
  person uuid not null,
  hash   text not null check (length(hash) = 43),
  primary key (person, hash)
);
create index household_plate_hash on household_plate (hash);
