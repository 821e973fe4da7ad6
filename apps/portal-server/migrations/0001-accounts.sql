-- People of the portal, their sealed vaults and their sessions (P 3; security rules, parts 3 to 5).

create table portal_user (
  id integer generated always as identity primary key,
  uuid uuid not null default gen_random_uuid() unique,
  username text not null check (length(username) between 1 and 254),
  email text not null check (length(email) <= 254),
  full_name text not null default '',
  mobile text not null default '',
  telephone text not null default '',
  notes text not null default '',
  frontend_url text not null default '',
  is_active boolean not null default true,
  is_admin boolean not null default false,
  is_first_access boolean not null default false,
  must_change boolean not null default false,
  email_verified boolean not null default false,
  -- Argon2id of the proof the browser derives; the password itself never arrives.
  proof_hash text not null,
  kdf jsonb not null,
  -- Raised to make every access token of the person invalid at once.
  token_version integer not null default 1,
  -- null: no second factor. Sealed under the server key.
  totp_sealed bytea,
  enable_2fa boolean not null default false,
  -- Number of the last 30 second step used: each step opens once.
  totp_last_step bigint not null default 0,
  expires_at timestamptz(3),
  password_expires_at timestamptz(3),
  last_login_at timestamptz(3),
  last_refresh_at timestamptz(3),
  created_at timestamptz(3) not null default now(),
  updated_at timestamptz(3) not null default now()
);
-- A name is taken whatever its case, as username or as e-mail.
create unique index portal_user_username on portal_user (lower(username));
create unique index portal_user_email on portal_user (lower(email)) where email <> '';

create table recovery_code (
  user_id integer not null references portal_user on delete cascade,
  slot smallint not null check (slot between 1 and 10),
  code_hash text not null,
  used_at timestamptz(3),
  primary key (user_id, slot)
);

-- The vault as the browser sealed it: the server knows its shape and size, not its content.
create table vault (
  user_id integer primary key references portal_user on delete cascade,
  rev integer not null check (rev >= 1),
  peer_creds jsonb not null,
  saved_at timestamptz(3) not null default now()
);

-- Devices on which a person completed a sign-in: they pass a slow-down of the account.
create table known_device (
  device_id uuid not null,
  user_id integer not null references portal_user on delete cascade,
  first_seen_at timestamptz(3) not null default now(),
  last_seen_at timestamptz(3) not null default now(),
  primary key (user_id, device_id)
);

-- One row per sign-in: the family of its refresh tokens.
create table session (
  id uuid primary key,
  user_id integer not null references portal_user on delete cascade,
  device_id uuid not null,
  -- 32 bytes that unlock the browser's restore record; they die with the session.
  share bytea not null,
  is_remembered boolean not null,
  amr text[] not null,
  ip text not null,
  client text not null,
  created_at timestamptz(3) not null,
  last_used_at timestamptz(3) not null,
  expires_at timestamptz(3) not null,
  revoked_at timestamptz(3),
  revoked_reason text
);
create index session_user_id on session (user_id);
create index session_expires on session (expires_at);

-- Every refresh token a session ever had, by SHA-256: reuse of an old one is recognised, not just refused.
create table refresh_token (
  hash bytea primary key,
  session_id uuid not null references session on delete cascade,
  -- null: the current one.
  rotated_at timestamptz(3),
  successor_hash bytea
);
create index refresh_token_session on refresh_token (session_id);

-- Keys that sign access tokens; the newest signs, older ones still verify until retired. Private part sealed.
create table signing_key (
  kid text primary key,
  public_jwk jsonb not null,
  private_sealed bytea not null,
  created_at timestamptz(3) not null default now(),
  retired_at timestamptz(3)
);

-- Wrong sign-ins in a row per account, address or known device (key is an HMAC: no names here).
create table sign_in_failure (
  key text primary key,
  failures integer not null,
  last_failure_at timestamptz(3) not null,
  blocked_until timestamptz(3)
);
create index sign_in_failure_last on sign_in_failure (last_failure_at);

-- Who this portal is: audience of its tokens and name of its consultation log.
create table portal_identity (
  only_one boolean primary key default true check (only_one),
  uuid uuid not null default gen_random_uuid()
);
insert into portal_identity default values;
