-- The plant's own lists: blacklist (T 3.6), whitelist and figurehead (T 3.7), and what changed in them.

create table blacklist_entry (
  id                integer generated always as identity primary key,
  uuid              uuid not null unique,
  -- Normalised: letters and digits; with `*` (any run) or `?` (one character) the entry is a pattern.
  plate             text collate "C" not null check (plate ~ '^[A-Z0-9*?]{2,32}$'),
  is_pattern        boolean not null generated always as (plate ~ '[*?]') stored,
  -- Misreads of the plate count too; such a hit is marked.
  is_approximate    boolean not null default false,
  is_enabled        boolean not null default true,
  -- False: the entry is kept and shown, and raises nothing (`allarme`).
  is_alarming       boolean not null default true,
  mail_alarm        boolean not null default true,
  push_alarm        boolean not null default true,
  radio_alarm       boolean not null default false,
  -- Kept as received and sent back: the specification gives it no meaning (readings TA37).
  all_4             smallint not null default 0,
  -- open: of the plant. master: reserved, raises nothing itself. slave: one person's share of a master.
  kind              text not null default 'open' check (kind in ('open', 'master', 'slave')),
  master            integer references blacklist_entry (id) on delete cascade,
  -- Audience of an open entry: null all forces of the plant, else this group and the owner.
  group_id          integer references user_group (id),
  -- Only persons enabled for the INTERFORCE list see it and are alerted.
  is_interforce     boolean not null default false,
  -- Only its source may change it (`ro`).
  is_read_only      boolean not null default false,
  owner             integer not null references plant_user (id),
  -- Account that entered it; outlives the account.
  creator           uuid not null,
  chassis           text not null default '' check (length(chassis) <= 45),
  brand             text not null default '' check (length(brand) <= 45),
  model             text not null default '' check (length(model) <= 45),
  status_text       text not null default '' check (length(status_text) <= 155),
  note1             text not null default '' check (length(note1) <= 255),
  note2             text not null default '' check (length(note2) <= 255),
  -- Comma-separated; a leading `!`: only these addresses are told.
  mails             text check (length(mails) <= 255),
  expires_at        timestamptz(3) not null,
  -- Grows with each change.
  ver               integer not null default 1,
  entered_at        timestamptz(3) not null,
  created_at        timestamptz(3) not null,
  updated_at        timestamptz(3) not null,
  -- Where it came from: '' entered here, import, or the name of a source that sends lists.
  source            text not null default '' check (length(source) <= 60),
  is_inherited      boolean not null default false,
  synced_at         timestamptz(3),
  synced_by         text not null default '' check (length(synced_by) <= 60),
  check ((kind = 'slave') = (master is not null)),
  check (kind = 'open' or group_id is null)
);
-- T 8.3: a plate stands once in the blacklist of a plant; reserved entries are one per plate and creator, so that a refusal tells nobody of them.
create unique index blacklist_open on blacklist_entry (plate, coalesce(group_id, 0)) where kind = 'open';
create unique index blacklist_reserved on blacklist_entry (plate, owner) where kind = 'master';
create unique index blacklist_slave on blacklist_entry (master, owner);
create index blacklist_plate on blacklist_entry (plate, id);
create index blacklist_owner on blacklist_entry (owner);
create index blacklist_group on blacklist_entry (group_id);
create index blacklist_expiry on blacklist_entry (expires_at) where is_enabled;

-- Plates that never raise the chosen alerts.
create table whitelist_entry (
  id          integer generated always as identity primary key,
  uuid        uuid not null unique,
  plate       text collate "C" not null unique check (plate ~ '^[A-Z0-9]{2,32}$'),
  -- Alerts it silences, by the names of the alert settings (T 3.14).
  silences    text[] not null check (cardinality(silences) > 0
    and silences <@ array['blacklist', 'interforze', 'prestanome', 'revisione', 'rubata', 'rca']),
  reason      text not null check (length(reason) between 1 and 255),
  is_enabled  boolean not null default true,
  owner       integer not null references plant_user (id),
  creator     uuid not null,
  expires_at  timestamptz(3) not null,
  ver         integer not null default 1,
  created_at  timestamptz(3) not null,
  updated_at  timestamptz(3) not null
);
create index whitelist_owner on whitelist_entry (owner);
create index whitelist_expiry on whitelist_entry (expires_at) where is_enabled;

-- Owners whose vehicles raise an alert of type PN: a tax code (16) or a VAT number (11).
create table figurehead_entry (
  id          integer generated always as identity primary key,
  uuid        uuid not null unique,
  owner_code  text collate "C" not null unique check (owner_code ~ '^([A-Z0-9]{16}|[0-9]{11})$'),
  notes       text not null default '' check (length(notes) <= 255),
  is_enabled  boolean not null default true,
  owner       integer not null references plant_user (id),
  creator     uuid not null,
  ver         integer not null default 1,
  created_at  timestamptz(3) not null,
  updated_at  timestamptz(3) not null
);
create index figurehead_owner on figurehead_entry (owner);

-- Who may see entries of the INTERFORCE list: a person asks, a responsible of the plant enables (P 6).
alter table plant_user add column interforce text not null default 'no' check (interforce in ('no', 'asked', 'enabled'));

-- Changes of all three lists in one row of numbers. Whoever takes a number holds `list_feed` until the commit: numbers
-- become visible in their order and without gaps, so "after N" misses nothing.
create table list_feed (
  one        boolean primary key default true check (one),
  last_no    bigint not null default 0,
  -- Changes up to this number were removed: whoever knows less loads everything anew.
  pruned_no  bigint not null default 0
);
insert into list_feed default values;

create table list_change (
  no        bigint primary key,
  list      text not null check (list in ('blacklist', 'whitelist', 'figurehead')),
  entry_id  integer not null,
  at        timestamptz(3) not null default clock_timestamp()
);

-- Numbers for the ids of one statement; every process that listens is woken once per transaction.
create function note_list_change(of_list text, ids integer[]) returns void language plpgsql as $$
declare
  upto bigint;
begin
  if cardinality(ids) = 0 then return; end if;
  update list_feed set last_no = last_no + cardinality(ids) returning last_no into upto;
  insert into list_change (no, list, entry_id)
    select upto - cardinality(ids) + place, of_list, id from unnest(ids) with ordinality as t (id, place);
  perform pg_notify('list_change', '');
end $$;

create function list_rows_came() returns trigger language plpgsql as $$
begin
  perform note_list_change(tg_argv[0], coalesce((select array_agg(id order by id) from came), '{}'));
  return null;
end $$;
create function list_rows_went() returns trigger language plpgsql as $$
begin
  perform note_list_change(tg_argv[0], coalesce((select array_agg(id order by id) from went), '{}'));
  return null;
end $$;

do $$
declare
  l text;
begin
  foreach l in array array['blacklist', 'whitelist', 'figurehead'] loop
    execute format('create trigger %1$s_inserted after insert on %1$s_entry referencing new table as came
      for each statement execute function list_rows_came(%1$L)', l);
    execute format('create trigger %1$s_updated after update on %1$s_entry referencing new table as came
      for each statement execute function list_rows_came(%1$L)', l);
    execute format('create trigger %1$s_deleted after delete on %1$s_entry referencing old table as went
      for each statement execute function list_rows_went(%1$L)', l);
  end loop;
end $$;

-- Imports of files into the blacklist: how far each is, and how it ended.
create table list_import (
  id          uuid primary key,
  author      integer not null references plant_user (id),
  state       text not null check (state in ('reading', 'checking', 'writing', 'done', 'failed')),
  n_lines     integer not null default 0,
  n_done      integer not null default 0,
  started_at  timestamptz(3) not null,
  ended_at    timestamptz(3)
);
create index list_import_author on list_import (author);
create index list_import_started on list_import (started_at);
