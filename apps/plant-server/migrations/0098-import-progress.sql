-- How far the commit of an import is, while its one transaction runs: written beside that transaction, which holds the row of the
-- import. Without a reference to it, because checking one would wait for the commit.
create table import_progress (
  job  uuid    primary key,
  done integer not null
);
