-- Whether the first steps are still to be shown: to who is invited or opens a provisioned account, until they end or skip them.
alter table portal_user add column shows_first_steps boolean not null default false;
