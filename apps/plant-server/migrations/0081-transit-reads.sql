-- Reads that were joined into a transit: later messages of a track or event, and reads of another camera of the gate. A transit
-- with one read has no row here; the first row of a transit is the read that made it. Deleted with the transit.
create table transit_read (
  -- Key of the transit; the plate is empty where none was read.
  plate       text collate "C" not null,
  ts          timestamptz(3) not null,
  id          bigint not null,
  -- Instant by the camera's clock.
  at          timestamptz(3) not null,
  -- Null: the read that made the transit, whose arrival was not recorded.
  arrived_at  timestamptz(3),
  -- 0: not known any more.
  camera      integer not null,
  -- 1 new, 2 update, 3 lost; 0: the camera does not track.
  stage       smallint not null check (stage between 0 and 3),
  -- As of a transit: 3 approaching, 4 moving away; 0: not stated.
  direction   smallint not null,
  -- Plate as read; empty: none.
  read_plate  text collate "C" not null,
  -- Percent times ten; -1: not stated.
  confidence  smallint not null,
  -- What joined it: 0 it made the transit, 1 track, 2 event, 3 same plate at the gate within seconds.
  rule        smallint not null check (rule between 0 and 3),
  -- It set the plate of the transit when it arrived.
  is_chosen   boolean not null,
  -- SHA-256 of its picture; empty: none, or past its term.
  picture     text not null,
  -- How often the camera sent it.
  times       integer not null check (times > 0),
  primary key (plate, ts, id, at, camera, stage, read_plate)
) partition by range (ts);

-- As in 0075, with the months of `transit_read`.
create or replace function ensure_transit_months(from_ts timestamptz, to_ts timestamptz) returns integer
  language plpgsql security definer set search_path = public, pg_temp as $$
declare
  month timestamp := date_trunc('month', from_ts at time zone 'UTC');
  base text;
  name text;
  made integer := 0;
begin
  if from_ts < '2020-01-01Z' or to_ts >= '2089-01-01Z' or to_ts - from_ts > interval '30 years' then
    raise exception 'months out of range' using errcode = '22008';
  end if;
  while month <= to_ts at time zone 'UTC' loop
    foreach base in array array['transit', 'transit_picture', 'transit_read', 'unread_transit'] loop
      name := base || to_char(month, '_YYYY_MM');
      if to_regclass(name) is null then
        perform pg_advisory_xact_lock(hashtext('transit months'));
        -- Looked up in the catalogue itself: the name may still be remembered as missing from before the wait, and then
        -- the one who came second made the month again and failed.
        if not exists (select from pg_class where relname = name and relnamespace = 'public'::regnamespace) then
          -- Made apart and attached: the parent is not locked against readers and writers.
          execute format('create table %I (like %I including defaults including constraints)', name, base);
          execute format('alter table %I set (autovacuum_vacuum_insert_scale_factor = 0.02)', name);
          execute format('alter table %I attach partition %I for values from (%L) to (%L)', base, name,
            month::text || '+00', (month + interval '1 month')::text || '+00');
          made := made + 1;
        end if;
      end if;
    end loop;
    month := month + interval '1 month';
  end loop;
  return made;
end $$;

-- As in 0075, with the months of `transit_read`.
create or replace function drop_empty_transit_months(before_ts timestamptz) returns integer
  language plpgsql security definer set search_path = public, pg_temp set lock_timeout = '1s' as $$
declare
  month text;
  is_filled boolean;
  dropped integer := 0;
  check_filled constant text := 'select exists (select 1 from %I) or exists (select 1 from %I) or exists (select 1 from %I) or exists (select 1 from %I)';
begin
  for month in
    select right(c.relname, 7) from pg_inherits i join pg_class c on c.oid = i.inhrelid
     where i.inhparent = 'transit'::regclass and c.relname ~ '^transit_\d{4}_\d{2}$' order by 1
  loop
    exit when (to_timestamp(month || '+00', 'YYYY_MMTZH') at time zone 'UTC' + interval '1 month') at time zone 'UTC' > before_ts;
    execute format(check_filled, 'transit_' || month, 'transit_picture_' || month, 'transit_read_' || month,
      'unread_transit_' || month) into is_filled;
    continue when is_filled;
    lock table transit, transit_picture, transit_read, unread_transit in access exclusive mode;
    execute format(check_filled, 'transit_' || month, 'transit_picture_' || month, 'transit_read_' || month,
      'unread_transit_' || month) into is_filled;
    continue when is_filled;
    execute format('drop table %I, %I, %I, %I', 'transit_' || month, 'transit_picture_' || month, 'transit_read_' || month,
      'unread_transit_' || month);
    dropped := dropped + 1;
  end loop;
  return dropped;
exception when lock_not_available then
  return 0;
end $$;

-- As in 0080, with the months of `transit_read`.
create or replace function rewrite_deleted(table_name text, max_bytes bigint) returns text
  language plpgsql security definer set search_path = public, pg_temp set lock_timeout = '1s' as $$
declare
  order_index text;
begin
  if table_name !~ '^transit(_picture|_read)?_\d{4}_\d{2}$' and table_name <> all (array['transit_note', 'plate_correction',
      'plate_dict', 'plate_day', 'plate_check', 'alert', 'alert_delivery', 'movement_day', 'camera_event', 'camera_message',
      'import_read', 'listed_partner', 'plate_change', 'approval_request']) then
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

-- Months that exist already get theirs.
select ensure_transit_months(month, month) from (
  select to_timestamp(right(c.relname, 7) || '+00', 'YYYY_MMTZH') as month from pg_inherits i join pg_class c on c.oid = i.inhrelid
   where i.inhparent = 'transit'::regclass and c.relname ~ '^transit_\d{4}_\d{2}$') as months;
