-- Requests for support (P 3, TICK-01, TICK-02): what a person wrote, and the answers of both sides.

create table ticket (
  id         integer        primary key generated always as identity,
  user_id    integer        not null references portal_user on delete cascade,
  -- Where the person can be called; empty: not stated.
  phone      text           not null check (length(phone) <= 40),
  -- open: support has to answer; answered: the person has; closed: nobody has.
  state      text           not null check (state in ('open', 'answered', 'closed')),
  created_at timestamptz(3) not null,
  updated_at timestamptz(3) not null
);
create index ticket_user on ticket (user_id, updated_at);
create index ticket_updated on ticket (updated_at);

create table ticket_message (
  id         integer        primary key generated always as identity,
  ticket_id  integer        not null references ticket on delete cascade,
  -- Null: the author's account was deleted.
  author_id  integer        references portal_user on delete set null,
  is_support boolean        not null,
  text       text           not null check (length(text) between 1 and 4000),
  created_at timestamptz(3) not null
);
create index ticket_message_ticket on ticket_message (ticket_id, id);
create index ticket_message_author on ticket_message (author_id);
