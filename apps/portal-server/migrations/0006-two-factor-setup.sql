-- Switching two-factor on (P 8, settings; security rules, part 4): a secret waits here until the person proved that the app has it.
create table totp_setup (
  user_id integer primary key references portal_user on delete cascade,
  -- Sealed under the server key, for this place and this account only.
  secret_sealed bytea not null,
  started_at timestamptz(3) not null,
  -- Step of the code that proved it; null: not proven yet. It opens no sign-in afterwards: each step opens once.
  proven_step bigint
);
