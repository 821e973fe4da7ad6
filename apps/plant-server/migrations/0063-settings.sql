-- Settings are changed in the browser: each kind of data has its own basis and act, and who changed what last is kept.
alter table plant_settings
  add column plate_picture_basis text,
  add column plate_picture_act text,
  add column context_picture_basis text,
  add column context_picture_act text;
-- Until now one basis and one act stood for all three terms.
update plant_settings set plate_picture_basis = retention_basis, plate_picture_act = retention_act,
  context_picture_basis = retention_basis, context_picture_act = retention_act;
alter table plant_settings
  alter column plate_picture_basis set not null,
  alter column plate_picture_act set not null,
  alter column context_picture_basis set not null,
  alter column context_picture_act set not null;

-- The last change of each setting; no row: as it was set up. The entries of the consultation log have all changes and values.
create table setting_change (
  -- A plain setting, retention.KIND or reason.CODE.
  name        text primary key check (length(name) between 1 and 60),
  -- What a form read must still be the version when it saves; a setting without a row has version 1.
  ver         integer not null check (ver >= 2),
  changed_at  timestamptz(3) not null,
  changed_by  uuid not null
);
