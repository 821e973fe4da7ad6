-- What became of the reads each key sent, by hour of receipt, until the hour has its entry in the consultation log.
create table ingest_tally (
  hour     timestamptz(3) not null,
  key_id   uuid not null,
  -- stored, duplicate, or why reads were refused.
  outcome  text not null,
  n        integer not null,
  primary key (hour, key_id, outcome)
);
