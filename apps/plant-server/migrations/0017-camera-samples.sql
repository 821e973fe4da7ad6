-- What each camera did, written by the plant itself every few minutes: the camera chart and the camera log.
create table camera_sample (
  -- End of the interval the sample tells of; the same in every process, so that one of them writes it.
  at         timestamptz(3) not null,
  gate       smallint not null,
  -- Reads with a time in the interval, as far as they had arrived.
  n_reads    integer not null,
  -- Newest read known at that moment; null: none yet.
  last_read  timestamptz(3),
  enabled    boolean not null,
  -- Broken, or silent for so long that it counts as off.
  is_off     boolean not null,
  state      text not null check (state in ('online', 'error', 'disabled', 'noplate', 'sleep', 'nogps')),
  primary key (at, gate)
);
create index camera_sample_gate on camera_sample (gate, at);
