-- Plates a few characters away from the asked one are told apart inside the database.
create extension if not exists fuzzystrmatch;
