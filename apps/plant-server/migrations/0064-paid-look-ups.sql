-- Paid look-ups that the whole plant may make in a day, set in the browser; null: what the server was started with.
alter table plant_settings add column paid_lookups_per_day integer check (paid_lookups_per_day between 0 and 1000000);
