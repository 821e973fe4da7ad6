-- Address of the ministry's registry and its two accounts, set in the browser; null: what the server was started with.
alter table plant_settings
  add column registry jsonb,
  -- Both passwords, under the secret of the server.
  add column registry_sealed bytea;
