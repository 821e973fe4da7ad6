-- Transits and what is kept in step with them. Rules of the house for these tables: no sequence, trigger, foreign key
-- or nullable column; every unique key holds the plate (or the gate); a pointer to a transit is (plate, ts, id).
create extension if not exists pg_trgm;

-- Words a camera sends, as small numbers. 0 is "not said" in every kind.
create table code_value (
  kind   text not null check (kind in ('brand', 'model', 'colour', 'class', 'nation', 'province', 'comune', 'sives')),
  code   smallint not null check (code >= 0),
  value  text not null,
  primary key (kind, code),
  unique (kind, value)
);
insert into code_value (kind, code, value)
  select kind, 0, '' from unnest(array['brand','model','colour','class','nation','province','comune','sives']) as kind;
-- Code 1 is home: the roll-ups count as foreign whatever is above it.
insert into code_value (kind, code, value) values ('nation', 1, 'I');

create table transit (
  id               bigint not null,
  ts               timestamptz(3) not null,
  -- Position of the read in millionths of a degree; 999000000: the gate's own.
  lat              integer not null,
  lon              integer not null,
  gate             smallint not null,
  direction        smallint not null,
  vclass           smallint not null,
  nation           smallint not null,
  province         smallint not null,
  comune           smallint not null,
  brand            smallint not null,
  model            smallint not null,
  colour           smallint not null,
  -- -1 in speed, lane, euro, confidence: not said. Confidence in tenths of a percent.
  speed            smallint not null,
  lane             smallint not null,
  euro             smallint not null,
  confidence       smallint not null,
  -- Values of checks by their place in the domain's list; dates as days since 2000-01-01, 0: none.
  insured          smallint not null,
  insured_until    smallint not null,
  inspected        smallint not null,
  inspected_until  smallint not null,
  stolen           smallint not null,
  sives            smallint not null,
  alarm            smallint not null,
  -- 1 full picture, 2 plate picture, 4 context picture, 8 on the whitelist.
  flags            smallint not null,
  adr_un           smallint not null,
  plate            text collate "C" not null,
  adr_kemler       text collate "C" not null,
  adr_class        text collate "C" not null,
  -- One byte per character, percent.
  confidence_chars bytea not null,
  primary key (plate, ts, id) include (gate)
) partition by range (ts);
create index transit_time on transit (ts, id);
create index transit_gate on transit (gate, ts, id) include (plate, vclass, brand, colour);
create index transit_adr on transit (ts, id) where adr_un > 0 or adr_kemler <> '';

-- Pictures by the SHA-256 of their bytes; '' where there is none.
create table transit_picture (
  ts            timestamptz(3) not null,
  id            bigint not null,
  plate         text collate "C" not null,
  full_hash     text collate "C" not null,
  plate_hash    text collate "C" not null,
  context_hash  text collate "C" not null,
  primary key (plate, ts, id)
) partition by range (ts);

-- What a person says the plate was. The read itself never changes.
create table plate_correction (
  plate      text collate "C" not null,
  ts         timestamptz(3) not null,
  id         bigint not null,
  corrected  text collate "C" not null,
  author     uuid not null,
  reason     text not null,
  made_at    timestamptz(3) not null,
  primary key (plate, ts, id)
);
create index plate_correction_corrected on plate_correction (corrected);

create table plate_dict (
  plate       text collate "C" primary key,
  folded      text collate "C" not null,
  first_seen  timestamptz(3) not null,
  last_seen   timestamptz(3) not null,
  n           integer not null,
  last_gate   smallint not null,
  nation      smallint not null
) with (fillfactor = 85);
create index plate_dict_folded on plate_dict (folded);
create index plate_dict_reverse on plate_dict (reverse(plate) text_pattern_ops);
create index plate_dict_trigram on plate_dict using gin (plate gin_trgm_ops);

-- A plate on a day of Europe/Rome. `gates` is a set, so that it stays exact whatever the order of arrival.
create table plate_day (
  day        date not null,
  plate      text collate "C" not null,
  n          integer not null,
  night      integer not null,
  uninsured  integer not null,
  nation     smallint not null,
  gates      smallint[] not null,
  primary key (day, plate)
) with (fillfactor = 85);

create table gate_hour (
  gate           smallint not null,
  hour           timestamptz(3) not null,
  n              integer not null,
  n_foreign      integer not null,
  n_uninsured    integer not null,
  n_uninspected  integer not null,
  n_stolen       integer not null,
  n_alarm        integer not null,
  n_speed        integer not null,
  sum_speed      bigint not null,
  primary key (gate, hour)
) with (fillfactor = 85);

create function union_of_gates(a smallint[], b smallint[]) returns smallint[]
  language sql immutable parallel safe
  return (select array_agg(distinct g order by g) from unnest(a || b) as g);

-- Months of `transit` and `transit_picture` from one instant to another (UTC months), made if missing; returns how many
-- were made. Runs with its owner's rights, because the server's own role owns no table.
create function ensure_transit_months(from_ts timestamptz, to_ts timestamptz) returns integer
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
        if to_regclass(name) is null then
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
