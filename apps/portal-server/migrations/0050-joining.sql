-- Plants join by a code of their administrator (ADR 0036), no longer by typing identity and key.

alter table peer
  -- When it joined last; null: it was registered before there were codes.
  add column joined_at timestamptz(3);

-- Codes that were used here: of two administrators who take the same plant at once, one wins.
create table used_joining_code (
  -- Public half of the key derived from the code.
  proof    bytea primary key check (length(proof) = 32),
  -- Null: the plant was removed; the code stays used.
  peer_id  integer references peer (id) on delete set null,
  used_at  timestamptz(3) not null
);
create index used_joining_code_peer on used_joining_code (peer_id);
