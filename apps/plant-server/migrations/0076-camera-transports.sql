-- How messages of a camera reach the plant (ADR 0051). Its form is that of the contract, without passwords.
alter table camera
  add column reception jsonb not null default '{"tipo": "http"}',
  -- Password of a broker or of the camera's own page, sealed for its row; null: none.
  add column reception_secret bytea,
  -- Name of the device whose reads count, where one sender reports several cameras; empty: any.
  add column device_filter text not null default '' check (length(device_filter) <= 200),
  -- Why messages cannot arrive now: a code; null: they can. Written by the process that receives them.
  add column reception_fault text check (length(reception_fault) <= 40);
