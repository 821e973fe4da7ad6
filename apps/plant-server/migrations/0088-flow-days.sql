-- Trips between gates of a Rome day, counted by a job once the day is over (ADR 0073). A trip is from a gate to the next different one at
-- which the same fully read plate was read within an hour; it belongs to the day on which it ended. No plate is in here.
create table flow_day (
  day        date not null,
  from_gate  smallint not null,
  to_gate    smallint not null,
  n          integer not null,
  -- Trips by the minutes they took: above the class before, up to and including the one named.
  within_1   integer not null,
  within_2   integer not null,
  within_3   integer not null,
  within_5   integer not null,
  within_7   integer not null,
  within_10  integer not null,
  within_15  integer not null,
  within_20  integer not null,
  within_30  integer not null,
  within_45  integer not null,
  within_60  integer not null,
  primary key (day, from_gate, to_gate)
);

-- Which days are counted, also those without trips, and from how many transits: those of `gate_hour` on the day and in the hour before it.
-- A late read or a deletion makes the two differ, and the day is counted anew.
create table flow_day_basis (
  day         date primary key,
  transits    integer not null,
  counted_at  timestamptz(3) not null
);
