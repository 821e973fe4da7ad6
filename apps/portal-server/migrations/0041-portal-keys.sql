-- Keys of the portal's interface (P 3), bound to people. Of a key its beginning and its SHA-256 are kept, never the key itself.

create table portal_key (
  id          uuid           primary key,
  name        text           not null check (length(name) between 1 and 80),
  kind        text           not null check (kind in ('read', 'write')),
  prefix      text           not null check (length(prefix) between 4 and 16),
  secret_hash bytea          not null unique check (length(secret_hash) = 32),
  is_enabled  boolean        not null default true,
  created_at  timestamptz(3) not null,
  updated_at  timestamptz(3) not null
);

create table portal_key_user (
  key_id  uuid    not null references portal_key on delete cascade,
  user_id integer not null references portal_user on delete cascade,
  primary key (key_id, user_id)
);
create index portal_key_user_user on portal_key_user (user_id);
