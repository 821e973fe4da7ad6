-- Checks at the ministry: what it said of a plate, how it took our credentials, and which transits still wait.

-- The last answer about a plate. `vehicle` is the answer as received; null: the registry does not know the plate.
create table plate_check (
  plate       text collate "C" primary key,
  vehicle     jsonb,
  checked_at  timestamptz(3) not null
);
create index plate_check_time on plate_check (checked_at);

-- Refused credentials are never tried again, not even after a restart: five wrong tries lock the account.
create table registry_access (
  one              boolean primary key default true check (one),
  -- Keyed hash of the credentials this is about.
  fingerprint      text not null,
  -- Who refused them: '' nobody, vpn, ministry.
  refused_by       text not null check (refused_by in ('', 'vpn', 'ministry')),
  vpn_errors       integer not null,
  ministry_errors  integer not null
);

-- Transits that still wait for a check: this index is the queue. It survives a crash because it is the rows themselves.
create index transit_unchecked on transit (ts, id) where insured = 0;
