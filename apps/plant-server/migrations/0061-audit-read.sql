-- The right to read the whole consultation log of the plant (ADR 0032): given to a person, never by a level.
alter table plant_user add column audit_read boolean not null default false;

-- Until now administrators could read it: they keep that, and it can be taken from them.
update plant_user as u set audit_read = true
  from user_group as g where g.id = u.group_id and (u.admin or g.level >= 8);
