-- What t_max of a user means on this plant. window: a search covers at most so many minutes, wherever they lie. age: the user sees
-- no transit older than so many minutes.
alter table plant_settings add column time_limit text not null default 'window' check (time_limit in ('window', 'age'));
