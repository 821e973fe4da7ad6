-- What the control room counts of a gate in an hour beyond the sums that are there (ADR 0039): transits whose insurance was answered with yes
-- or no, and those that a check or a list calls stolen. Counted once from the rows here, and kept by the statements that write the hour.
alter table gate_hour
  add column n_checked integer not null default 0,
  add column n_reported_stolen integer not null default 0;
-- Codes as stored: 1 yes and 2 no of a check, 5 the list of stolen vehicles.
update gate_hour as h set n_checked = t.n_checked, n_reported_stolen = t.n_reported_stolen
from (select gate, date_trunc('hour', ts, 'UTC') as hour, count(*) filter (where insured in (1, 2)) as n_checked,
    count(*) filter (where stolen = 1 or alarm = 5) as n_reported_stolen from transit group by 1, 2) as t
where t.gate = h.gate and t.hour = h.hour and t.n_checked + t.n_reported_stolen > 0;
