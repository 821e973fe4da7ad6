-- What people write about a transit. Deleted with it; who wrote and removed what stands in the consultation log.
create table transit_note (
  note         uuid not null,
  -- Key of the transit; the plate is empty where none was read.
  plate        text collate "C" not null,
  ts           timestamptz(3) not null,
  id           bigint not null,
  body         text not null,
  tags         text[] not null,
  author       uuid not null,
  case_number  text not null,
  made_at      timestamptz(3) not null,
  primary key (plate, ts, id, note)
);
-- Lists of notes are read newest first, all of them or those of a case.
create index transit_note_newest on transit_note (made_at, note);
create index transit_note_case on transit_note (case_number, made_at, note);
create index transit_note_tags on transit_note using gin (tags);
