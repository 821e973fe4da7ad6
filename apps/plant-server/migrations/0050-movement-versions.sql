-- Which counting of a day `movement_day` holds: the plate index keeps days in memory and reads anew those whose version is
-- another (ADR 0102). A day without a row holds nothing.
create table movement_day_version (
  day      date primary key,
  -- Never the same twice, whatever was rolled back or restored.
  version  uuid not null default gen_random_uuid()
);
insert into movement_day_version (day) select distinct day from movement_day;
