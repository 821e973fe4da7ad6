-- Vaults from which an account signed in: wrong passwords of others at the same address do not slow these down.
create table known_vault (
  user_uuid     uuid           not null references plant_user (uuid) on delete cascade,
  -- Keyed hash of the proof that the portal's web app derives from the vault.
  proof         text           not null check (length(proof) = 43),
  last_used_at  timestamptz(3) not null,
  primary key (user_uuid, proof)
);
grant select, insert, update, delete on known_vault to varco_app;
