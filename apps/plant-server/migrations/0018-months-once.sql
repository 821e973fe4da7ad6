-- Two writers that need the same month at the same moment: both wait for it, one makes it.
-- Months of `transit` and `transit_picture` from one instant to another (UTC months), made if missing; returns how many
-- were made. Runs with its owner's rights, because the server's own role owns no table.
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
    foreach base in array array['transit', 'transit_picture'] loop
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
