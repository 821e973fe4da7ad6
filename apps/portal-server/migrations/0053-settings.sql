-- Settings that administrators change in the browser; a name without a row counts as the server was started.
create table portal_setting (
  name       text primary key,
  value      jsonb not null,
  -- Password of the mail server, under the secret of the server.
  sealed     bytea,
  ver        integer not null check (ver > 1),
  changed_at timestamptz(3) not null,
  -- User name, so that it can be read when the account is gone.
  changed_by text not null
);
