-- Messages are claimed, retried and given up by the job queue (ADR 0028); the column did that before.

drop index mail_outbox_due;
alter table mail_outbox drop column next_try_at;

-- Messages that waited before the update. The server brings the rules of this kind up to date when it starts.
select job.create_queue('mail.send', '{"policy": "standard"}');

insert into job.job_common (name, policy, data, created_on, retry_limit, retry_delay, retry_backoff, retry_delay_max, expire_seconds,
  heartbeat_seconds)
select 'mail.send', 'standard', jsonb_build_object('mail', id::text), created_at, 29, 60, true, 3600, 120, 15
from mail_outbox where outcome is null;
