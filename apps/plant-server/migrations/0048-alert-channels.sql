-- Channels of alerts outside of the browser: e-mail, Web Push, Telegram, TETRA (ADR 0082).

create table alert_channel (
  kind           text primary key check (kind in ('mail', 'push', 'telegram', 'tetra')),
  is_enabled     boolean not null default false,
  -- Without it messages tell plant, gate, kind and link, and no plate.
  shows_plate    boolean not null default false,
  -- Addresses and names; what is secret is sealed beside.
  settings       jsonb not null default '{}',
  secret         bytea,
  ver            integer not null default 1,
  updated_at     timestamptz(3) not null default now(),
  updated_by     text not null default '',
  -- The service as it was met last: a channel that fails pauses, and only itself.
  fails          integer not null default 0,
  failing_since  timestamptz(3),
  paused_until   timestamptz(3),
  last_sent_at   timestamptz(3),
  last_error     text not null default '' check (length(last_error) <= 300)
);
insert into alert_channel (kind) values ('mail'), ('push'), ('telegram'), ('tetra');

-- Who is told by a channel. A browser that switched on Web Push is one of them.
create table alert_recipient (
  id            integer generated always as identity primary key,
  channel       text not null references alert_channel (kind),
  name          text not null check (length(name) between 1 and 80),
  -- Mail address, chat, radio or group number; of a browser the SHA-256 of its address.
  address       text not null check (length(address) <= 254),
  -- Sealed: where and how a browser is reached.
  secret        bytea,
  -- Whose rights count; null: an office, which is told what concerns all forces of the plant.
  plant_user    integer references plant_user (id) on delete cascade,
  kinds         text[] not null check (cardinality(kinds) > 0
    and kinds <@ array['blacklist', 'interforze', 'prestanome', 'revisione', 'rubata', 'rca']),
  -- Null: every gate.
  gates         smallint[],
  gets_new      boolean not null default true,
  -- Open alerts nobody took in time.
  gets_urged    boolean not null default false,
  -- Minutes of the day in Rome; null: never quiet.
  quiet_from    smallint check (quiet_from between 0 and 1439),
  quiet_to      smallint check (quiet_to between 0 and 1439),
  -- Alerts of the highest priority come through quiet hours.
  urgent_always boolean not null default true,
  -- The same plate and kind is told once in this time.
  cooldown_min  integer not null default 10 check (cooldown_min between 0 and 1440),
  per_minute    integer not null default 10 check (per_minute between 1 and 60),
  language      text not null default 'it' check (language in ('it', 'en')),
  is_enabled    boolean not null default true,
  ver           integer not null default 1,
  created_at    timestamptz(3) not null,
  updated_at    timestamptz(3) not null,
  updated_by    text not null default '',
  check ((quiet_from is null) = (quiet_to is null)),
  check (channel <> 'push' or (plant_user is not null and secret is not null))
);
create unique index alert_recipient_address on alert_recipient (channel, lower(address));
create index alert_recipient_user on alert_recipient (plant_user);

-- The alert itself says that its messages are still to be written: durable with the read that raised it.
alter table alert add column channels_new boolean not null default false;
alter table alert alter column channels_new set default true;
alter table alert add column channels_urged boolean not null default false;
create index alert_channels_due on alert (id) where channels_new or channels_urged;

-- One message to one recipient: the outbox, and afterwards what came of it. No plate stands here.
create table alert_delivery (
  id           bigint generated always as identity primary key,
  alert        bigint not null references alert (id) on delete cascade,
  occasion     text not null check (occasion in ('new', 'urged')),
  channel      text not null references alert_channel (kind),
  -- Null: a direct e-mail of the list entry, to `address`.
  recipient    integer references alert_recipient (id) on delete cascade,
  address      text not null default '' check (length(address) <= 254),
  priority     smallint not null,
  created_at   timestamptz(3) not null,
  -- While a process sends it: until when nobody else does.
  next_try_at  timestamptz(3) not null,
  tries        integer not null default 0,
  -- sent; refused by the service for good; given_up after many tries; dropped: nobody to send it to any more; quiet and cooled: kept back
  -- by the recipient's own rules. Null: still to do.
  outcome      text check (outcome in ('sent', 'refused', 'given_up', 'dropped', 'quiet', 'cooled')),
  error        text not null default '' check (length(error) <= 300),
  ended_at     timestamptz(3),
  check ((recipient is null) = (address <> ''))
);
create unique index alert_delivery_once on alert_delivery (alert, occasion, channel, coalesce(recipient, 0), address);
create index alert_delivery_due on alert_delivery (channel, priority, id) where outcome is null;
create index alert_delivery_recipient on alert_delivery (recipient);
create index alert_delivery_channel on alert_delivery (channel, id desc);
