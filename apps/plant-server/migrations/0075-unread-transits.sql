-- Passages whose plate no camera read. They are transits of their own table: sums, indexes and analyses are about plates,
-- and a row without one would have to be excluded in each of them. The plate is always empty, so that pictures, corrections
-- and legal holds refer to these rows by the same key (plate, ts, id).
create table unread_transit (
  like transit including defaults including constraints,
  check (plate = ''),
  primary key (plate, ts, id)
) partition by range (ts);
create index unread_transit_time on unread_transit (ts, id);
create index unread_transit_gate on unread_transit (gate, ts, id);

-- As in 0018, with the months of `unread_transit`.
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
    foreach base in array array['transit', 'transit_picture', 'unread_transit'] loop
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

-- As in 0005, with the months of `unread_transit`.
create or replace function drop_empty_transit_months(before_ts timestamptz) returns integer
  language plpgsql security definer set search_path = public, pg_temp set lock_timeout = '1s' as $$
declare
  month text;
  is_filled boolean;
  dropped integer := 0;
  check_filled constant text := 'select exists (select 1 from %I) or exists (select 1 from %I) or exists (select 1 from %I)';
begin
  for month in
    select right(c.relname, 7) from pg_inherits i join pg_class c on c.oid = i.inhrelid
     where i.inhparent = 'transit'::regclass and c.relname ~ '^transit_\d{4}_\d{2}$' order by 1
  loop
    exit when (to_timestamp(month || '+00', 'YYYY_MMTZH') at time zone 'UTC' + interval '1 month') at time zone 'UTC' > before_ts;
    execute format(check_filled, 'transit_' || month, 'transit_picture_' || month, 'unread_transit_' || month) into is_filled;
    continue when is_filled;
    lock table transit, transit_picture, unread_transit in access exclusive mode;
    execute format(check_filled, 'transit_' || month, 'transit_picture_' || month, 'unread_transit_' || month) into is_filled;
    continue when is_filled;
    execute format('drop table %I, %I, %I', 'transit_' || month, 'transit_picture_' || month, 'unread_transit_' || month);
    dropped := dropped + 1;
  end loop;
  return dropped;
exception when lock_not_available then
  return 0;
end $$;

-- Months that exist already get theirs.
select ensure_transit_months(month, month) from (
  select to_timestamp(right(c.relname, 7) || '+00', 'YYYY_MMTZH') as month from pg_inherits i join pg_class c on c.oid = i.inhrelid
   where i.inhparent = 'transit'::regclass and c.relname ~ '^transit_\d{4}_\d{2}$') as months;
