-- Tables that lose rows to retention and may be rewritten (ADR 0059): a migration that adds one adds a row. Before, each such migration
-- replaced the function below as a whole.
create table rewritten_table (
  name     text    collate "C" primary key,
  -- Loses rows every hour or minute: rewritten every night.
  nightly  boolean not null default false
);
insert into rewritten_table (name, nightly) values
  ('alert', false), ('alert_decision', false), ('alert_delivery', false), ('approval_request', false), ('camera_event', true),
  ('camera_message', true), ('handover', false), ('handover_item', false), ('import_read', true), ('listed_partner', true), ('listed_partner_look', true),
  ('movement_day', false), ('person_request', false), ('person_request_end', false), ('person_request_step', false),
  ('plate_change', true), ('plate_check', false), ('plate_correction', false), ('plate_day', false), ('plate_dict', false),
  ('transit_note', false);
grant select on rewritten_table to varco_app;

-- As in migration 0080, with the names from the table; months of transits, pictures and reads are partitions made later.
create or replace function rewrite_deleted(table_name text, max_bytes bigint) returns text
  language plpgsql security definer set search_path = public, pg_temp set lock_timeout = '1s' as $$
declare
  order_index text;
begin
  if table_name !~ '^transit(_picture|_read)?_\d{4}_\d{2}$'
      and not exists (select from rewritten_table as r where r.name = table_name) then
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
drop function nightly_rewrites();
