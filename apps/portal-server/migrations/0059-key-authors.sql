-- Who added and who retired a key of the portal (ADR 0081); null: the server at a start.
alter table signing_key
  add column created_by text,
  add column retired_by text;
