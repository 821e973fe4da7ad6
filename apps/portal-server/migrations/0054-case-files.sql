-- Saved searches and followed plates of a person by case, sealed in the browser: the portal cannot read them.
create table case_files (
  user_id   integer primary key references portal_user on delete cascade,
  rev       integer not null check (rev > 0),
  -- Null: emptied by its owner.
  sealed    text,
  saved_at  timestamptz(3) not null
);
