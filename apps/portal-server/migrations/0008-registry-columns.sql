-- What administrators keep about a plant beside what it says of itself (P 2, plant table; readings B-33), and its code (readings B-31).

alter table peer
  add column internal_ip inet,
  -- Where the last heartbeat came from, and where it should come from; null: nobody said.
  add column external_ip inet,
  add column expected_ip inet,
  add column certificate_expiration date,
  add column info text not null default '' check (length(info) <= 300),
  add column smartphone text not null default '' check (length(smartphone) <= 40),
  add column notes text not null default '' check (length(notes) <= 2000),
  -- SHA-256 of the code that ties the plant to somebody's list; null: there is none.
  add column plant_code_hash bytea check (octet_length(plant_code_hash) = 32);
