-- Hand-overs of a shift (ADR 0062). The server may read and add, and change nothing: what was open, what was said and who signed stays as
-- it was. Items hold no plate: it is read from the alert and ends with it. Notes are texts of people, so all of it ends with retention.

create table handover (
  id             uuid           primary key,
  -- Made by the browser: the same on every plant of one hand-over.
  batch          uuid           not null,
  giver          uuid           not null,
  giver_name     text           not null,
  giver_group    integer        not null,
  -- Null: whoever of the same group takes the next shift.
  recipient      uuid,
  recipient_name text           not null,
  made_at        timestamptz(3) not null,
  note           text           not null,
  -- Names of the plants it was made on together, and of those that did not answer.
  plants         text[]         not null,
  missing        text[]         not null,
  -- More was open than the items show.
  is_cut         boolean        not null,
  check (recipient is distinct from giver),
  unique (giver, batch)
);
create index handover_newest on handover (made_at, id);

create table handover_item (
  handover   uuid           not null references handover (id) on delete cascade,
  kind       text           not null check (kind in ('alert', 'camera', 'approval', 'export')),
  item       text           collate "C" not null,
  since      timestamptz(3) not null,
  gate       smallint,
  -- Kind of the alert or export, or who requests.
  label      text           not null,
  owner_name text           not null,
  -- Belongs to the giver: passes with the signature.
  is_own     boolean        not null,
  step       smallint       not null,
  sent_to    text           not null,
  sent_at    timestamptz(3),
  note       text           not null,
  primary key (handover, kind, item)
);
create index handover_item_note on handover_item (kind, item) where note <> '';

-- How a hand-over ended: signed or withdrawn, once.
create table handover_end (
  handover    uuid           primary key references handover (id) on delete cascade,
  kind        text           not null check (kind in ('signed', 'withdrawn')),
  person      uuid           not null,
  person_name text           not null,
  at          timestamptz(3) not null,
  -- SHA-256 of the signed record, which the consultation log holds too.
  digest      text           not null,
  -- Alerts that passed to the signer, and those that did not with the reason.
  passed      text[]         not null,
  not_passed  jsonb          not null,
  check ((kind = 'signed') = (digest <> ''))
);

-- Second lock beside the missing grants, as for the review.
create function handover_refuse_change() returns trigger language plpgsql set search_path = pg_catalog, pg_temp as $$
begin
  if tg_op = 'DELETE' and current_setting('varco.handover_removal', true) = 'on' then
    return old;
  end if;
  raise exception 'hand-overs are append-only' using errcode = 'insufficient_privilege';
end
$$;
do $$
declare
  t text;
begin
  foreach t in array array['handover', 'handover_item', 'handover_end'] loop
    execute format('create trigger append_only before update or delete on %I for each row execute function handover_refuse_change()', t);
    execute format('create trigger never_truncated before truncate on %I execute function handover_refuse_change()', t);
    execute format('grant select, insert on %I to varco_app', t);
  end loop;
end
$$;

-- Removes hand-overs made before an instant; never those within their term of 90 days, or of the transits where that is shorter.
create function handover_prune(before timestamptz) returns bigint
language plpgsql security definer set search_path = pg_catalog, pg_temp as $$
declare
  term  integer := (select least(90, min(retention_days)) from public.plant_settings);
  gone  bigint;
begin
  perform set_config('varco.handover_removal', 'on', true);
  delete from public.handover h where h.made_at < least(before, clock_timestamp() - make_interval(days => term));
  get diagnostics gone = row_count;
  perform set_config('varco.handover_removal', 'off', true);
  return gone;
end
$$;
revoke execute on function handover_prune(timestamptz) from public;
grant execute on function handover_prune(timestamptz) to varco_app;

-- Open alerts of a person, whatever their age.
create index alert_owned_open on alert (owner) where outcome is null and owner is not null;

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
      'import_read', 'listed_partner', 'plate_change', 'approval_request', 'handover', 'handover_item']) then
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
