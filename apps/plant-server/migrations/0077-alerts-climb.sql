-- An alert nobody takes climbs: 1, those on shift were told again; 2, the supervisor was told, too (ADR 0053).
alter table alert add column escalation smallint not null default 0 check (escalation between 0 and 2);
update alert set escalation = 1 where escalated_at is not null;
drop index alert_open;
create index alert_open on alert (raised_at) where outcome is null and owner is null and escalation < 2 and priority < 3;

-- Gets alerts that nobody took even when they were announced again.
alter table alert_recipient add column gets_supervised boolean not null default false;
alter table alert_delivery drop constraint alert_delivery_occasion_check;
alter table alert_delivery add constraint alert_delivery_occasion_check check (occasion in ('new', 'urged', 'supervisor'));
