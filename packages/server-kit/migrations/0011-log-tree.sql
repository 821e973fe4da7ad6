-- role: varco_log
-- The consultation log as a tiled transparency log (ADR 0041). Level 0 of the tree are the hashes of audit_leaf; this table
-- keeps the hashes above: node idx of a level covers the 256^level entries from idx * 256^level. Rows are added only.

create table audit_node (
  epoch integer  not null,
  level smallint not null check (level between 1 and 7),
  idx   bigint   not null check (idx >= 0),
  hash  bytea    not null check (octet_length(hash) = 32),
  primary key (epoch, level, idx)
);

-- What witnesses answered for a checkpoint: one signature line of a note (C2SP tlog-cosignature) each.
create table audit_cosignature (
  epoch   integer        not null,
  size    bigint         not null,
  witness text           not null check (length(witness) between 1 and 300),
  line    text           not null check (length(line) between 1 and 600),
  at      timestamptz(3) not null,
  primary key (epoch, size, witness)
);

do $$
declare
  t text;
  migrating text := (select pg_get_userbyid(c.relowner) from pg_class c where c.oid = 'public.schema_migration'::regclass);
begin
  foreach t in array array['audit_node', 'audit_cosignature'] loop
    execute format('create trigger append_only before update or delete on %I for each row execute function audit_refuse_change()', t);
    execute format('create trigger never_truncated before truncate on %I execute function audit_refuse_change()', t);
    execute format('revoke all on %I from public', t);
    execute format('grant select, insert on %I to varco_app', t);
    -- for backups, like the other tables of the log
    execute format('grant select on %I to %I', t, migrating);
  end loop;
end
$$;
