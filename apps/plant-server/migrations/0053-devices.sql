-- Devices somebody registered (ADR 0107). What a device is told goes through its recipient, as everything that leaves the plant.

-- What a subscribed browser runs on.
alter table alert_recipient add column device text not null default 'pc' check (device in ('pc', 'smartphone'));

create table plant_device (
  id               integer generated always as identity primary key,
  kind             text not null check (kind in ('telegram', 'smartphone', 'pc')),
  name             text not null check (length(name) between 1 and 80),
  -- Null: nobody's yet, or its owner is gone.
  plant_user       integer references plant_user (id) on delete set null,
  -- Of a smartphone registered by it; null: none.
  android_id       text check (length(android_id) between 4 and 64),
  -- Telegram chat; null: none.
  chat             text check (length(chat) between 1 and 254),
  created_at       timestamptz(3) not null,
  created_by       text not null,
  -- Keyed hash of the one-time code; the code itself is told once and kept nowhere. Null: none runs.
  code_hash        text unique,
  code_expires_at  timestamptz(3),
  enrolled_at      timestamptz(3),
  -- What it is reached by; null: not enrolled yet, or reached no more.
  recipient        integer unique references alert_recipient (id) on delete set null,
  check ((code_hash is null) = (code_expires_at is null)),
  check ((kind = 'telegram') = (chat is not null)),
  check (android_id is null or kind = 'smartphone')
);
create unique index plant_device_android on plant_device (lower(android_id));
create unique index plant_device_chat on plant_device (lower(chat));
create index plant_device_user on plant_device (plant_user);
