-- Messages to people: written in the transaction of what they tell, sent by a chore (issue of accounts; security rules, part 10).

alter table portal_user add column language text not null default 'it' check (language in ('it', 'en'));

create table mail_outbox (
  id bigint generated always as identity primary key,
  kind text not null check (length(kind) <= 40),
  -- The account it is for; null: whoever has `address` when it is sent. No link and no secret stands here: they are made then.
  user_id integer references portal_user on delete cascade,
  address text check (length(address) <= 254),
  -- What the text tells besides (address of a device, instant).
  facts jsonb not null,
  created_at timestamptz(3) not null,
  next_try_at timestamptz(3) not null,
  tries integer not null default 0,
  -- sent, dropped (nobody to send it to) or given_up; null: still to do.
  outcome text check (outcome in ('sent', 'dropped', 'given_up')),
  ended_at timestamptz(3),
  check (user_id is not null or address is not null)
);
create index mail_outbox_due on mail_outbox (next_try_at) where outcome is null;
create index mail_outbox_user on mail_outbox (user_id);
