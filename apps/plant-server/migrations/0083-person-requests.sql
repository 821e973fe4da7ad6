-- Requests of people about their data (ADR 0064). The server may read and add, and change nothing: what was requested, how identity was
-- proven and what was answered stays as it was, and ends five years after the answer.

alter table user_group
  -- Members work the requests of people off.
  add column handles_requests boolean not null default false;

create table person_request (
  id           uuid           primary key,
  -- Made by the browser: the same on every plant of one request.
  batch        uuid           not null unique,
  -- Number in the register of the body; the case number in the consultation log.
  reference    text           not null,
  kind         text           not null check (kind in ('access', 'rectification', 'erasure', 'restriction')),
  regime       text           not null check (regime in ('gdpr', 'police')),
  person_name  text           not null,
  contact      text           not null,
  plate        text           collate "C" not null check (plate ~ '^[A-Z0-9]{2,32}$'),
  nation       text           not null,
  -- Days of Rome in which the vehicle was theirs, both included, and what proves it.
  from_day     date           not null,
  to_day       date           not null,
  period_proof text           not null,
  received_on  date           not null,
  due_on       date           not null,
  made_by      uuid           not null,
  made_name    text           not null,
  made_at      timestamptz(3) not null,
  check (from_day <= to_day)
);
create index person_request_due on person_request (due_on, id);

-- What happened to a request before its end: each at most once.
create table person_request_step (
  request     uuid           not null references person_request (id) on delete cascade,
  kind        text           not null check (kind in ('identity', 'extension', 'erasure')),
  person      uuid           not null,
  person_name text           not null,
  at          timestamptz(3) not null,
  -- How identity was proven; why more time is needed.
  note        text           not null,
  due_on      date,
  -- Transits deleted, and those that legal holds protect.
  n           integer,
  n_held      integer,
  primary key (request, kind),
  check ((kind = 'extension') = (due_on is not null)),
  check ((kind = 'erasure') = (n is not null and n_held is not null))
);

create table person_request_end (
  request     uuid           primary key references person_request (id) on delete cascade,
  state       text           not null check (state in ('answered', 'refused', 'withdrawn')),
  -- Ground of a refusal; empty otherwise.
  ground      text           not null,
  decision    text           not null,
  person      uuid           not null,
  person_name text           not null,
  at          timestamptz(3) not null,
  -- Numbers and days that the letter states; null: the answer discloses none.
  findings    jsonb,
  -- SHA-256 of the record, which the consultation log holds too.
  digest      text           not null,
  check ((state = 'refused') = (ground <> '')),
  check ((state = 'withdrawn') = (digest = ''))
);

-- Second lock beside the missing grants, as for hand-overs.
create function person_request_refuse_change() returns trigger language plpgsql set search_path = pg_catalog, pg_temp as $$
begin
  if tg_op = 'DELETE' and current_setting('varco.person_request_removal', true) = 'on' then
    return old;
  end if;
  raise exception 'requests of people are append-only' using errcode = 'insufficient_privilege';
end
$$;
do $$
declare
  t text;
begin
  foreach t in array array['person_request', 'person_request_step', 'person_request_end'] loop
    execute format('create trigger append_only before update or delete on %I for each row execute function person_request_refuse_change()', t);
    execute format('create trigger never_truncated before truncate on %I execute function person_request_refuse_change()', t);
    execute format('grant select, insert on %I to varco_app', t);
  end loop;
end
$$;

-- Removes requests five years after their end, or after the day they were due.
create function person_request_prune(before timestamptz) returns bigint
language plpgsql security definer set search_path = pg_catalog, pg_temp as $$
declare
  gone bigint;
begin
  perform set_config('varco.person_request_removal', 'on', true);
  delete from public.person_request r
   where coalesce((select e.at from public.person_request_end e where e.request = r.id), r.due_on::timestamptz)
     < least(before, clock_timestamp() - interval '5 years');
  get diagnostics gone = row_count;
  perform set_config('varco.person_request_removal', 'off', true);
  return gone;
end
$$;
revoke execute on function person_request_prune(timestamptz) from public;
grant execute on function person_request_prune(timestamptz) to varco_app;

-- Rewrites a table and its indexes into new files. Returns `done`; `absent`: no such table; `large`: its files have more bytes than
-- allowed, so that it would be locked for too long; `busy`: its lock was not free within a second. Only tables that lose rows to
-- retention can be named. Runs with its owner's rights, because the server's own role owns no table.
create or replace function rewrite_deleted(table_name text, max_bytes bigint) returns text
  language plpgsql security definer set search_path = public, pg_temp set lock_timeout = '1s' as $$
declare
  order_index text;
begin
  if table_name !~ '^transit(_picture|_read)?_\d{4}_\d{2}$' and table_name <> all (array['transit_note', 'plate_correction',
      'plate_dict', 'plate_day', 'plate_check', 'alert', 'alert_delivery', 'movement_day', 'camera_event', 'camera_message',
      'import_read', 'listed_partner', 'plate_change', 'approval_request', 'handover', 'handover_item',
      'person_request', 'person_request_step', 'person_request_end']) then
    raise exception 'not a table that loses rows to retention' using errcode = '22023';
  end if;
  if to_regclass(table_name) is null then
    return 'absent';
  end if;
  if pg_total_relation_size(to_regclass(table_name)) > max_bytes then
    return 'large';
  end if;
  -- In the order of time where an index has it, because searches read pages by time; else by the primary key, or any other.
  select c.relname into strict order_index
    from pg_index i join pg_class c on c.oid = i.indexrelid join pg_am m on m.oid = c.relam
    left join pg_attribute a on a.attrelid = i.indrelid and a.attnum = i.indkey[0]
   where i.indrelid = to_regclass(table_name) and i.indisvalid and i.indpred is null and m.amname = 'btree'
   order by (a.attname = 'ts') desc nulls last, i.indisprimary desc, c.relname limit 1;
  execute format('cluster %I using %I', table_name, order_index);
  -- Statistics hold values of the table, also deleted ones, until they are collected anew.
  execute format('analyze %I', table_name);
  return 'done';
exception when lock_not_available then
  return 'busy';
end $$;
