-- Who added and who retired a key of the plant (ADR 0081); null: the server at a start.
alter table plant_key
  add column created_by text,
  add column retired_by text;

-- What each portal of the plant last said of the key by which it knows the plant: the former one is not retired before.
create table portal_answer (
  origin     text           primary key,
  -- Raw public key, base64url; null: a portal of a version that does not say it.
  known_key  text,
  -- Last heartbeat that it took.
  taken_at   timestamptz(3) not null
);
