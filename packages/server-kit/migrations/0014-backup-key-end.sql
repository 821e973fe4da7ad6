-- role: varco_log
-- Periods of backups whose end stands in the consultation log, with the entry (ADR 0083). A row is written with its entry
-- in one transaction. The entry ends with the term of the log, the row stays: an end is recorded once.

create table backup_key_end (
  period       integer        not null check (period between 0 and 1000000),
  destroyed_at timestamptz(3) not null,
  epoch        integer        not null,
  seq          bigint         not null,
  primary key (period, destroyed_at)
);

do $$
declare
  migrating text := (select pg_get_userbyid(c.relowner) from pg_class c where c.oid = 'public.schema_migration'::regclass);
begin
  create trigger append_only before update or delete on backup_key_end for each row execute function audit_refuse_change();
  create trigger never_truncated before truncate on backup_key_end execute function audit_refuse_change();
  revoke all on backup_key_end from public;
  grant select, insert on backup_key_end to varco_app;
  -- for backups, like the other tables of the log
  execute format('grant select on backup_key_end to %I', migrating);
end
$$;
