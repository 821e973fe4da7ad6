-- The consultation log (security, part 6). The server's role may add and read, nothing else; whoever runs the
-- migrations owns the tables. Hashes (audit_leaf) are kept for ever, entries and details for the term of the policy.

do $$
begin
  -- roles belong to the whole server; whoever owns this database is often not allowed to make them
  if not exists (select from pg_roles where rolname = 'varco_app') then
    create role varco_app nologin;
  end if;
exception
  when duplicate_object or unique_violation then null;
end
$$;

create table audit_log (
  epoch      integer        primary key check (epoch >= 1),
  log        uuid           not null,
  origin     text           not null,
  genesis    bytea          not null check (octet_length(genesis) = 32),
  started_at timestamptz(3) not null default clock_timestamp()
);

create table audit_leaf (
  epoch integer not null,
  seq   bigint  not null check (seq >= 1),
  hash  bytea   not null check (octet_length(hash) = 32),
  primary key (epoch, seq)
);

-- body is the canonical text that was hashed; the other columns are computed from it and cannot say anything else
create table audit_entry (
  epoch      integer        not null,
  seq        bigint         not null,
  body       text           not null,
  at         timestamptz(3) not null generated always as (to_timestamp((((body::jsonb) ->> 'at')::bigint) / 1000.0)) stored,
  action     text           not null generated always as ((body::jsonb) ->> 'action') stored,
  outcome    text           not null generated always as ((body::jsonb) ->> 'outcome') stored,
  actor_id   text           generated always as ((body::jsonb) -> 'actor' ->> 'id') stored,
  actor_name text           generated always as ((body::jsonb) -> 'actor' ->> 'name') stored,
  case_no    text           generated always as ((body::jsonb) -> 'reason' ->> 'case') stored,
  primary key (epoch, seq)
);
create index audit_entry_at on audit_entry (at);
create index audit_entry_actor on audit_entry (actor_id, epoch, seq);
create index audit_entry_action on audit_entry (action, epoch, seq);
create index audit_entry_case on audit_entry (case_no, epoch, seq) where case_no is not null;

create table audit_detail (
  epoch integer not null,
  seq   bigint  not null,
  salt  bytea   not null check (octet_length(salt) = 16),
  body  text    not null,
  primary key (epoch, seq)
);

-- one row for each commit: the size and last hash at that moment; a tail cut off the log is missed here
create table audit_head (
  epoch integer        not null,
  size  bigint         not null,
  hash  bytea          not null check (octet_length(hash) = 32),
  at    timestamptz(3) not null default clock_timestamp(),
  primary key (epoch, size)
);

-- tree heads (RFC 6962); frontier = roots of the complete subtrees, so that the next one needs only the new leaves
create table audit_checkpoint (
  epoch    integer        not null,
  size     bigint         not null,
  root     bytea          not null check (octet_length(root) = 32),
  frontier bytea          not null,
  note     text,
  at       timestamptz(3) not null default clock_timestamp(),
  primary key (epoch, size)
);

create table audit_policy (
  only_row   boolean  primary key default true check (only_row),
  keep_years integer  not null default 5 check (keep_years between 1 and 30)
);
insert into audit_policy default values;

-- second lock beside the missing grants: also the owner does not change rows by accident
create function audit_refuse_change() returns trigger language plpgsql as $$
begin
  if tg_op = 'DELETE' and current_setting('varco.audit_removal', true) = 'on' then
    return old;
  end if;
  raise exception 'the consultation log is append-only' using errcode = 'insufficient_privilege';
end
$$;

do $$
declare
  t text;
begin
  foreach t in array array['audit_log', 'audit_leaf', 'audit_entry', 'audit_detail', 'audit_head', 'audit_checkpoint'] loop
    execute format('create trigger append_only before update or delete on %I for each row execute function audit_refuse_change()', t);
    execute format('create trigger never_truncated before truncate on %I execute function audit_refuse_change()', t);
    execute format('revoke all on %I from public', t);
    execute format('grant select, insert on %I to varco_app', t);
  end loop;
end
$$;
revoke all on audit_policy from public;
grant select on audit_policy to varco_app;

-- the entry that announces a removal must be in the log before anything is removed, and must name what is removed
create function audit_announced(p_epoch integer, p_by bigint, p_action text, p_key text, p_value bigint) returns boolean
language sql stable as $$
  select exists (
    select from audit_entry e join audit_detail d using (epoch, seq)
     where e.epoch = p_epoch and e.seq = p_by and e.action = p_action and ((d.body::jsonb) ->> p_key)::bigint = p_value
  )
$$;

-- Removes entries and details up to p_through, older than the term; the hashes stay. p_by: seq of the 'audit.expire' entry.
create function audit_expire(p_epoch integer, p_through bigint, p_by bigint, out entries bigint, out details bigint)
language plpgsql security definer set search_path = pg_catalog, public, pg_temp as $$
begin
  if p_by <= p_through or not audit_announced(p_epoch, p_by, 'audit.expire', 'through', p_through) then
    raise exception 'removal without its entry in the log' using errcode = 'insufficient_privilege';
  end if;
  if exists (
    select from audit_entry e, audit_policy p
     where e.epoch = p_epoch and e.seq <= p_through and e.at > clock_timestamp() - make_interval(years => p.keep_years)
  ) then
    raise exception 'entries within the term are not removed' using errcode = 'insufficient_privilege';
  end if;
  perform set_config('varco.audit_removal', 'on', true);
  delete from audit_detail d where d.epoch = p_epoch and d.seq <= p_through;
  get diagnostics details = row_count;
  delete from audit_entry e where e.epoch = p_epoch and e.seq <= p_through;
  get diagnostics entries = row_count;
  delete from audit_head h where h.epoch = p_epoch and h.size < p_through;
  perform set_config('varco.audit_removal', 'off', true);
end
$$;

-- Erases one detail with its salt; entry and hash stay. p_by: seq of the 'audit.erase' entry that names p_seq.
create function audit_erase_detail(p_epoch integer, p_seq bigint, p_by bigint, out details bigint)
language plpgsql security definer set search_path = pg_catalog, public, pg_temp as $$
begin
  if p_by <= p_seq or not audit_announced(p_epoch, p_by, 'audit.erase', 'seq', p_seq) then
    raise exception 'removal without its entry in the log' using errcode = 'insufficient_privilege';
  end if;
  perform set_config('varco.audit_removal', 'on', true);
  delete from audit_detail d where d.epoch = p_epoch and d.seq = p_seq;
  get diagnostics details = row_count;
  perform set_config('varco.audit_removal', 'off', true);
end
$$;

revoke execute on function audit_expire(integer, bigint, bigint), audit_erase_detail(integer, bigint, bigint),
  audit_announced(integer, bigint, text, text, bigint) from public;
grant execute on function audit_expire(integer, bigint, bigint), audit_erase_detail(integer, bigint, bigint) to varco_app;
