-- Look-ups at the ministry: each wish is written before it is sent, so that what was paid is never lost.
create table look_up (
  -- Given by the client for one press; to the ministry it is the id of the charge.
  id             uuid primary key,
  -- As it was then: the account may go, the entry stays.
  user_id        integer not null,
  user_uuid      uuid not null,
  username       text not null,
  asked_at       timestamptz(3) not null,
  -- Codes of the wire: what, by which key, which kind of vehicle.
  request        smallint not null check (request between 0 and 6),
  key_kind       smallint not null check (key_kind between 0 and 3),
  vehicle_kind   smallint check (vehicle_kind between 0 and 3),
  -- Keyed hash of the key: finds the same question again. The key itself is sealed, so is the stated reason.
  key_mac        text collate "C" not null,
  key_sealed     bytea not null,
  reason_sealed  bytea,
  is_paid        boolean not null,
  -- 0 waiting, 1 sent, 2 answered, 3 failed, 4 cancelled.
  state          smallint not null check (state between 0 and 4),
  problem        text not null default '',
  sent_at        timestamptz(3),
  finished_at    timestamptz(3),
  -- Answered from this one; null: the ministry itself was asked.
  from_look_up   uuid,
  -- False: not in the register.
  is_found       boolean not null default false,
  cents          integer not null default 0 check (cents >= 0),
  receipt        text,
  -- Answer as received, sealed; null once its term is over.
  answer_sealed  bytea
);
create index look_up_time on look_up (asked_at, id);
create index look_up_user on look_up (user_id, asked_at, id);
create index look_up_key on look_up (key_mac, asked_at);
create index look_up_open on look_up (asked_at) where state < 2;
create index look_up_answers on look_up (finished_at) where answer_sealed is not null;
