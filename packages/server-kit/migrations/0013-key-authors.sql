-- Who added and who retired a key of the log, or of the witness (ADR 0081); null: the server at a start.
alter table tlog_key
  add column created_by text,
  add column retired_by text;
