-- Keys of programs (ADR 0044): what they open is their kind, and they always end. No call made keys before, so there are none to keep.
delete from portal_key;
alter table portal_key
  drop constraint portal_key_kind_check,
  add constraint portal_key_kind_check check (kind in ('status', 'monitoring')),
  add column created_by text not null,
  add column expires_at timestamptz(3) not null,
  add column last_used_at timestamptz(3);
