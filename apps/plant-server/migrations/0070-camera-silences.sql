-- Silences of cameras, each a task for who keeps the plant (ADR 0043). They contain no personal data but who took the task.
create table camera_silence (
  id            integer generated always as identity primary key,
  gate          smallint not null references gate (id),
  -- Its newest read when the silence was noticed or last looked at.
  silent_since  timestamptz(3) not null,
  noticed_at    timestamptz(3) not null,
  -- Reads that usually come in such a time; null: no earlier week is known.
  expected      integer,
  taken_by      text check (length(taken_by) <= 120),
  taken_at      timestamptz(3),
  done_by       text check (length(done_by) <= 120),
  done_at       timestamptz(3),
  note          text check (length(note) between 1 and 500),
  -- The camera read again, or is no longer in use; null: still silent.
  ended_at      timestamptz(3),
  check ((taken_by is null) = (taken_at is null)),
  check ((done_by is null) = (done_at is null) and (done_by is null) = (note is null))
);
create unique index camera_silence_open on camera_silence (gate) where ended_at is null;
create index camera_silence_gate on camera_silence (gate, noticed_at);
