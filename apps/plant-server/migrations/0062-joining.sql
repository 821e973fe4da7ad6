-- Portals join by a code that an administrator of the plant makes (ADR 0036).

-- Portals this plant reports to and whose pages may call it. A portal that was revoked keeps its row until it joins again.
create table joined_portal (
  id                integer generated always as identity primary key,
  -- Identity of the portal, as it stated it.
  uuid              uuid not null unique,
  -- Address of the portal: https://host[:port].
  origin            text not null check (length(origin) between 1 and 300),
  -- Raw Ed25519 public key, with which it signed when it joined.
  public_key        bytea not null check (length(public_key) = 32),
  -- When it joined last.
  joined_at         timestamptz(3) not null,
  -- Who made the code it joined with.
  joined_by         text not null,
  revoked_at        timestamptz(3),
  -- Empty: another portal joined under its address.
  revoked_by        text,
  heartbeat_at      timestamptz(3),
  heartbeat_result  text check (heartbeat_result in ('sent', 'refused', 'unreachable')),
  check ((revoked_at is null) = (revoked_by is null)),
  check ((heartbeat_at is null) = (heartbeat_result is null))
);
-- One address is one portal.
create unique index joined_portal_origin on joined_portal (lower(origin)) where revoked_at is null;

create table joining_code (
  id             integer generated always as identity primary key,
  -- Public half of the key that is derived from the code: it recognises who has the code, and is of no use to anyone else.
  proof          bytea not null unique check (length(proof) = 32),
  -- The only portal that may use it; null: any.
  portal_origin  text check (length(portal_origin) between 1 and 300),
  created_at     timestamptz(3) not null,
  created_by     text not null,
  expires_at     timestamptz(3) not null,
  revoked_at     timestamptz(3),
  revoked_by     text,
  -- Portal that showed the code last, before it was used.
  shown_at       timestamptz(3),
  shown_origin   text check (length(shown_origin) between 1 and 300),
  shown_key      bytea check (length(shown_key) = 32),
  used_at        timestamptz(3),
  -- Portal that used it.
  used_by        integer references joined_portal (id),
  check ((revoked_at is null) = (revoked_by is null)),
  check ((used_at is null) = (used_by is null)),
  check ((shown_at is null) = (shown_origin is null) and (shown_at is null) = (shown_key is null))
);
create index joining_code_used_by on joining_code (used_by);
