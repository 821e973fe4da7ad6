-- Imports of files: lines are staged here, then become transits in one transaction or not at all.
create table import_job (
  id             uuid primary key,
  key_id         uuid not null references ingest_key (id),
  label          text not null,
  -- SHA-256 of the file, hexadecimal.
  file_hash      text not null,
  create_gates   boolean not null,
  state          text not null check (state in ('staging', 'committing', 'committed', 'discarded', 'failed')),
  staged         integer not null default 0,
  stored         integer not null default 0,
  duplicates     integer not null default 0,
  created_gates  text[] not null default '{}',
  created_at     timestamptz(3) not null,
  committed_at   timestamptz(3)
);
create index import_job_file on import_job (file_hash) where state = 'committed';
create index import_job_open on import_job (created_at) where state in ('staging', 'committing');
create index import_job_key on import_job (key_id);

-- Gates named in an import, by their name without case and accents.
create table import_gate (
  job       uuid not null references import_job (id) on delete cascade,
  folded    text not null,
  fullname  text not null,
  lat       double precision,
  lon       double precision,
  primary key (job, folded)
);

create table import_read (
  job     uuid not null references import_job (id) on delete cascade,
  line    integer not null,
  plate   text collate "C" not null,
  folded  text not null,
  read    jsonb not null,
  primary key (job, line)
);
-- Rows are stored in plate order, so that an import and live reads seldom wait for each other.
create index import_read_plate on import_read (job, plate, line);
