-- The functions of the consultation log belong, with its tables, to a role nobody signs in with (ADR 0029). They run with
-- the rights of that role, so nothing they call may be found in a schema in which others can create: every name of ours is
-- written with its schema, and everything else is looked for in pg_catalog only.

create or replace function public.audit_refuse_change() returns trigger
language plpgsql set search_path = pg_catalog, pg_temp as $$
begin
  if tg_op = 'DELETE' and current_setting('varco.audit_removal', true) = 'on' then
    return old;
  end if;
  raise exception 'the consultation log is append-only' using errcode = 'insufficient_privilege';
end
$$;

create or replace function public.audit_announced(p_epoch integer, p_by bigint, p_action text, p_key text, p_value bigint)
returns boolean language sql stable set search_path = pg_catalog, pg_temp as $$
  select exists (
    select from public.audit_entry e join public.audit_detail d using (epoch, seq)
     where e.epoch = p_epoch and e.seq = p_by and e.action = p_action and ((d.body::jsonb) ->> p_key)::bigint = p_value
  )
$$;

create or replace function public.audit_expire(p_epoch integer, p_through bigint, p_by bigint, out entries bigint, out details bigint)
language plpgsql security definer set search_path = pg_catalog, pg_temp as $$
begin
  if p_by <= p_through or not public.audit_announced(p_epoch, p_by, 'audit.expire', 'through', p_through) then
    raise exception 'removal without its entry in the log' using errcode = 'insufficient_privilege';
  end if;
  if exists (
    select from public.audit_entry e, public.audit_policy p
     where e.epoch = p_epoch and e.seq <= p_through and e.at > clock_timestamp() - make_interval(years => p.keep_years)
  ) then
    raise exception 'entries within the term are not removed' using errcode = 'insufficient_privilege';
  end if;
  perform set_config('varco.audit_removal', 'on', true);
  delete from public.audit_detail d where d.epoch = p_epoch and d.seq <= p_through;
  get diagnostics details = row_count;
  delete from public.audit_entry e where e.epoch = p_epoch and e.seq <= p_through;
  get diagnostics entries = row_count;
  delete from public.audit_head h where h.epoch = p_epoch and h.size < p_through;
  perform set_config('varco.audit_removal', 'off', true);
end
$$;

create or replace function public.audit_erase_detail(p_epoch integer, p_seq bigint, p_by bigint, out details bigint)
language plpgsql security definer set search_path = pg_catalog, pg_temp as $$
begin
  if p_by <= p_seq or not public.audit_announced(p_epoch, p_by, 'audit.erase', 'seq', p_seq) then
    raise exception 'removal without its entry in the log' using errcode = 'insufficient_privilege';
  end if;
  perform set_config('varco.audit_removal', 'on', true);
  delete from public.audit_detail d where d.epoch = p_epoch and d.seq = p_seq;
  get diagnostics details = row_count;
  perform set_config('varco.audit_removal', 'off', true);
end
$$;
