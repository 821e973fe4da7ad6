-- Calls counted per rule and party (security, part 11). `party` is an HMAC: no address and no name is kept.
create table rate_counter (
  rule       text not null,
  party      bytea not null,
  -- Tokens spent and not yet refilled, at `updated_at`.
  spent      double precision not null,
  updated_at timestamptz(3) not null,
  primary key (rule, party)
);
create index rate_counter_old on rate_counter (updated_at);
