-- Legal hold: what is kept beyond its term, why and by which act. A hold is lifted, never deleted: it stays readable.
create table legal_hold (
  id           uuid primary key,
  -- Plates as read or as corrected; empty: every plate of the window.
  plates       text[] not null,
  -- Instants of the reads, half-open; infinite where the window is open.
  from_ts      timestamptz(3) not null,
  to_ts        timestamptz(3) not null,
  reason       text not null,
  act          text not null,
  author       uuid not null,
  made_at      timestamptz(3) not null,
  -- Null: in force.
  lifted_at    timestamptz(3),
  lifted_by    uuid,
  lift_reason  text not null default '',
  check (from_ts < to_ts),
  check ((lifted_at is null) = (lifted_by is null))
);
-- Every batch of a deletion asks for the holds in force.
create index legal_hold_in_force on legal_hold (made_at) where lifted_at is null;
