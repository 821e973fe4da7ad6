-- Who was sent because of an alert. Nobody is sent, and no alert confirmed, before a person compared plate and picture.
alter table alert
  add column sent_to text not null default '',
  add column sent_by text not null default '',
  add column sent_at timestamptz(3),
  add constraint alert_sent_after_comparison check (sent_at is null or verified_at is not null);
