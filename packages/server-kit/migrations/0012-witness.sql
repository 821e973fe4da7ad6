-- Keys of the transparency log and of the witness, and whom this server witnesses and is witnessed by (ADR 0041).

create table tlog_key (
  purpose        text           not null check (purpose in ('log', 'witness')),
  kid            text           not null,
  private_sealed bytea          not null,
  created_at     timestamptz(3) not null default clock_timestamp(),
  retired_at     timestamptz(3),
  primary key (purpose, kid)
);

-- Logs this server cosigns, each with the largest checkpoint it has cosigned: what a log can never go back behind.
create table witnessed_log (
  origin       text           primary key check (length(origin) between 1 and 300),
  owner        uuid           not null,
  epoch        integer        not null check (epoch >= 1),
  vkeys        text[]         not null check (cardinality(vkeys) between 1 and 4),
  size         bigint         not null default 0 check (size >= 0),
  root         bytea          check (octet_length(root) = 32),
  note         text,
  cosigned_at  timestamptz(3),
  refused_at   timestamptz(3),
  refused_code text,
  refused_note text,
  check ((size = 0) or (root is not null and note is not null))
);
create index witnessed_log_owner on witnessed_log (owner, epoch);

-- Witnesses this server's own log is sent to, as the portal named them.
create table log_witness (
  name         text           primary key check (length(name) between 1 and 300),
  vkey         text           not null,
  url          text           not null,
  -- the size this witness last cosigned or said it holds, for the log of `origin`
  origin       text           not null default '',
  held_size    bigint         not null default 0,
  cosigned_at  timestamptz(3),
  refused_at   timestamptz(3),
  refused_code text
);
