-- Who watches exports hears at once that something of theirs changed, whichever process changed it (ADR 0093). The word is the owner's number
-- and nothing else: what changed is asked for, with everybody's own rights.

create function tell_export_change() returns trigger language plpgsql as $$
begin
  perform pg_notify('export_change', coalesce(new.user_id, old.user_id)::text);
  return null;
end $$;

create trigger export_job_told
  after insert or delete or update of state, cancelled_at, is_notified, notes on export_job
  for each row execute function tell_export_change();

create function tell_export_part_change() returns trigger language plpgsql as $$
begin
  perform pg_notify('export_change', (select user_id from export_job where guid = new.guid)::text);
  return null;
end $$;

-- Not for every piece that arrives: only for what a person sees.
create trigger export_part_told
  after update of state, progress_count, progress_over on export_part
  for each row
  when (old.state is distinct from new.state or old.progress_count is distinct from new.progress_count
    or old.progress_over is distinct from new.progress_over)
  execute function tell_export_part_change();
