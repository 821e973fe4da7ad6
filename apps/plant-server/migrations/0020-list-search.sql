-- Part of a plate in a list of hundreds of thousands is found by its index.
create index blacklist_trigram on blacklist_entry using gin (plate gin_trgm_ops);
create index whitelist_trigram on whitelist_entry using gin (plate gin_trgm_ops);
