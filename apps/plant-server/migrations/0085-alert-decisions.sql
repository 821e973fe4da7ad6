-- Decisions about an alert that carry an id made by their client (ADR 0066): a repetition is answered with this row. The server may read
-- and add; a row ends with its alert.
create table alert_decision (
  id          uuid           primary key,
  alert       bigint         not null references alert (id) on delete cascade,
  person      uuid           not null,
  person_name text           not null,
  kind        text           not null check (kind in ('verify', 'send', 'outcome')),
  -- The patrol, or the outcome; '' for a comparison.
  choice      text           not null check (length(choice) <= 80 and (choice = '') = (kind = 'verify')),
  note        text           not null check (length(note) <= 500),
  at          timestamptz(3) not null,
  -- Of the alert, as this decision left it.
  version     integer        not null
);
create index alert_decision_alert on alert_decision (alert);
grant select, insert on alert_decision to varco_app;

-- Rewrites a table and its indexes into new files. Returns `done`; `absent`: no such table; `large`: its files have more bytes than
-- allowed, so that it would be locked for too long; `busy`: its lock was not free within a second. Only tables that lose rows to
-- retention can be named. Runs with its owner's rights, because the server's own role owns no table.
create or replace function rewrite_deleted(table_name text, max_bytes bigint) returns text
  language plpgsql security definer set search_path = public, pg_temp set lock_timeout = '1s' as $$
declare
  order_index text;
begin
  if table_name !~ '^transit(_picture|_read)?_\d{4}_\d{2}$' and table_name <> all (array['transit_note', 'plate_correction',
      'plate_dict', 'plate_day', 'plate_check', 'alert', 'alert_delivery', 'movement_day', 'camera_event', 'camera_message',
      'import_read', 'listed_partner', 'plate_change', 'approval_request', 'handover', 'handover_item',
      'person_request', 'person_request_step', 'person_request_end', 'alert_decision']) then
    raise exception 'not a table that loses rows to retention' using errcode = '22023';
  end if;
  if to_regclass(table_name) is null then
    return 'absent';
  end if;
  if pg_total_relation_size(to_regclass(table_name)) > max_bytes then
    return 'large';
  end if;
  -- In the order of time where an index has it, because searches read pages by time; else by the primary key, or any other.
  select c.relname into strict order_index
    from pg_index i join pg_class c on c.oid = i.indexrelid join pg_am m on m.oid = c.relam
    left join pg_attribute a on a.attrelid = i.indrelid and a.attnum = i.indkey[0]
   where i.indrelid = to_regclass(table_name) and i.indisvalid and i.indpred is null and m.amname = 'btree'
   order by (a.attname = 'ts') desc nulls last, i.indisprimary desc, c.relname limit 1;
  execute format('cluster %I using %I', table_name, order_index);
  -- Statistics hold values of the table, also deleted ones, until they are collected anew.
  execute format('analyze %I', table_name);
  return 'done';
exception when lock_not_available then
  return 'busy';
end $$;
