-- A rewritten table keeps the deleted rows that an older transaction may still see (ADR 0059). The newest transaction that deleted
-- rows of a table says whether any could be left: as a 64-bit number, `pg_current_xact_id()`.
alter table rewrite_due add column last_xid bigint not null default pg_current_xact_id()::text::bigint;
grant update (last_xid) on rewrite_due to varco_app;
