-- Newest measure of the air at a gate that has a sensor (T 3.4, pollution data); null: none yet. Micrograms per cubic metre.
alter table gate
  add column air_pm10 real check (air_pm10 between 0 and 10000),
  add column air_no2  real check (air_no2 between 0 and 10000),
  add column air_at   timestamptz(3);
