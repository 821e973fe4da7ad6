-- Exports and imports are claimed, retried and expired by the job queue (ADR 0028); these columns did that before.

alter table export_job drop column next_try_at, drop column lease_until;

-- Work accepted before the update. The servers bring the rules of these kinds up to date when they start.
select job.create_queue('exports.build', '{"policy": "standard"}'), job.create_queue('imports.commit', '{"policy": "singleton"}');

insert into job.job_common (name, policy, data, created_on, retry_limit, retry_delay, retry_backoff, retry_delay_max, expire_seconds,
  heartbeat_seconds)
select 'exports.build', 'standard', jsonb_build_object('export', id), created_at, 200, 5, true, 300, 86000, 15
from export_job where state in ('waiting', 'building', 'sending');

insert into job.job_common (name, policy, data, created_on, retry_limit, retry_delay, retry_backoff, retry_delay_max, expire_seconds,
  heartbeat_seconds)
select 'imports.commit', 'singleton', jsonb_build_object('import', id), created_at, 30, 1, true, 300, 21600, 15
from import_job where state = 'committing';
