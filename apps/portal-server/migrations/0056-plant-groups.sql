-- Groups of plants (province, body) that administrators make, to search, show and list plants by (ADR 0070). They give no right.
create table plant_group (
  id uuid primary key,
  kind text not null check (kind in ('province', 'body', 'other')),
  name text not null check (length(name) between 1 and 80),
  ver integer not null check (ver > 0),
  changed_at timestamptz(3) not null,
  -- User name, so that it can be read when the account is gone.
  changed_by text not null
);
create unique index plant_group_name on plant_group (kind, lower(name));

create table plant_group_member (
  group_id uuid not null references plant_group on delete cascade,
  peer_id integer not null references peer on delete cascade,
  primary key (group_id, peer_id)
);
create index plant_group_member_peer on plant_group_member (peer_id);
