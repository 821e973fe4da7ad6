-- Limits of a role beyond which a second person must agree (ADR 0057). Null: no limit.
alter table user_group
  add column look_back_days integer check (look_back_days between 1 and 3650),
  add column rows_per_day   integer check (rows_per_day between 1 and 1000000),
  -- Members decide the requests of others.
  add column approves       boolean not null default false;

-- One question that somebody asks to put beyond their limits, and what was decided about it.
create table approval_request (
  id             uuid           primary key,
  -- Made by the browser: the same on every plant that was asked the same question.
  batch          uuid           not null,
  requester      uuid           not null,
  requester_name text           not null,
  requested_at   timestamptz(3) not null,
  -- The stated reason of the consultation, and why the limit is not enough.
  reason         text           not null,
  case_number    text           not null,
  note           text           not null,
  -- Canonical JSON of the filter without period and paging, which a search must repeat.
  filter_text    text           not null,
  -- The period, both ends included; null: open.
  from_at        timestamptz(3),
  to_at          timestamptz(3),
  state          text           not null default 'open' check (state in ('open', 'granted', 'refused', 'withdrawn')),
  decided_by     uuid,
  decided_name   text,
  decided_at     timestamptz(3),
  decision_note  text,
  usable_until   timestamptz(3),
  check ((state in ('granted', 'refused')) = (decided_by is not null)),
  check ((state = 'granted') = (usable_until is not null)),
  -- Nobody decides about their own question.
  check (decided_by is distinct from requester)
);
create index approval_request_newest on approval_request (requested_at, id);
create index approval_request_requester on approval_request (requester, requested_at);

-- Transits shown under an approval: only these may be opened beyond the limit.
create table approval_transit (
  approval uuid   not null references approval_request (id) on delete cascade,
  id       bigint not null,
  primary key (approval, id)
);

-- Rows shown to a person on a day of Rome, where their role has a limit.
create table shown_rows (
  person uuid    not null,
  day    date    not null,
  n      integer not null check (n >= 0),
  primary key (person, day)
);
