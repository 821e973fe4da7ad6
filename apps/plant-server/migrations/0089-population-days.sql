-- Plates of a Rome day as residents, commuters and passers-by, counted by a job once the day is over (ADR 0075). No plate is in here.
create table population_day (
  -- 0: the whole plant. A plate counts at each gate it passed, so gates do not add up to the plant.
  gate       smallint not null,
  day        date not null,
  residents  integer not null,
  commuters  integer not null,
  passers_by integer not null,
  -- Of a known nation other than Italy, among the plates of the three classes.
  n_foreign  integer not null,
  -- Passages of the day, and those without a fully read plate.
  transits   integer not null,
  unread     integer not null,
  primary key (gate, day)
);

-- Which days are counted, and from how many transits: those of `gate_hour` in the four weeks that end with the day. A late read or a
-- deletion makes the two differ, and the day is counted anew while its four weeks are there.
create table population_day_basis (
  day         date primary key,
  transits    bigint not null,
  counted_at  timestamptz(3) not null
);
