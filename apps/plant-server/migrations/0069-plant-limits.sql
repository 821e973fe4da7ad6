-- Limits and allowed addresses, set in the browser; null: what the server was started with.
alter table plant_settings
  add column ingest_rate integer check (ingest_rate between 1 and 1000000),
  add column ingest_burst integer check (ingest_burst between 500 and 1000000),
  add column registry_checks_per_minute integer check (registry_checks_per_minute between 1 and 100000),
  add column alert_mail_domains text[] check (cardinality(alert_mail_domains) <= 100),
  add column push_services text[] check (cardinality(push_services) <= 100);
