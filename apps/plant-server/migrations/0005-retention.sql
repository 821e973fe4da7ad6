-- Deletion on time: finding pictures past their term, files nobody refers to, months that are empty.

create index transit_picture_plate_term on transit_picture (ts) where full_hash <> '' or plate_hash <> '';
create index transit_picture_context_term on transit_picture (ts) where context_hash <> '';
-- "Does any transit still refer to these bytes?" is asked before a file goes.
create index transit_picture_full on transit_picture using hash (full_hash) where full_hash <> '';
create index transit_picture_plate on transit_picture using hash (plate_hash) where plate_hash <> '';
create index transit_picture_context on transit_picture using hash (context_hash) where context_hash <> '';

-- Files to look at once their transit let them go; filled in the same transaction, so that a crash forgets none.
create table picture_removal (
  hash  text collate "C" primary key
);

-- Drops months that end before an instant and are empty; returns how many. Needs a short lock on the whole table: when it
-- does not get it within a second it leaves the month to the next run. Runs with its owner's rights.
create function drop_empty_transit_months(before_ts timestamptz) returns integer
  language plpgsql security definer set search_path = public, pg_temp set lock_timeout = '1s' as $$
declare
  month text;
  is_filled boolean;
  dropped integer := 0;
begin
  for month in
    select right(c.relname, 7) from pg_inherits i join pg_class c on c.oid = i.inhrelid
     where i.inhparent = 'transit'::regclass and c.relname ~ '^transit_\d{4}_\d{2}$' order by 1
  loop
    exit when (to_timestamp(month || '+00', 'YYYY_MMTZH') at time zone 'UTC' + interval '1 month') at time zone 'UTC' > before_ts;
    execute format('select exists (select 1 from %I) or exists (select 1 from %I)', 'transit_' || month,
      'transit_picture_' || month) into is_filled;
    continue when is_filled;
    lock table transit, transit_picture in access exclusive mode;
    execute format('select exists (select 1 from %I) or exists (select 1 from %I)', 'transit_' || month,
      'transit_picture_' || month) into is_filled;
    continue when is_filled;
    execute format('drop table %I, %I', 'transit_' || month, 'transit_picture_' || month);
    dropped := dropped + 1;
  end loop;
  return dropped;
exception when lock_not_available then
  return 0;
end $$;
