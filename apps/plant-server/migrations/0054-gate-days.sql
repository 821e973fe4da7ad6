-- What the report of statistics needs of a gate on a Rome day beyond `gate_hour`, counted by a chore once the day is over (ADR 0108).
-- It is trusted only as long as the sums of `gate_hour` are those it was counted with: a late read, a deletion or a check that
-- changes them makes it stale by itself, and it is counted anew.
create table gate_day (
  gate               smallint not null,
  day                date not null,
  -- As `gate_hour` summed over the day.
  n                  integer not null,
  n_foreign          integer not null,
  n_uninsured        integer not null,
  n_uninspected      integer not null,
  n_stolen           integer not null,
  n_alarm            integer not null,
  -- Different plates as read.
  plates             integer not null,
  -- A check or a list says stolen.
  stolen             integer not null,
  -- Transits whose check gave a yes or a no, and those that still wait for one.
  insurance_checked  integer not null,
  inspection_checked integer not null,
  theft_checked      integer not null,
  waiting            integer not null,
  -- Not said, then EURO 0 to 6.
  euro               integer[] not null,
  -- By the plant's number of the class.
  classes            jsonb not null,
  counted_at         timestamptz(3) not null,
  primary key (gate, day)
);
create index gate_day_day on gate_day (day);
