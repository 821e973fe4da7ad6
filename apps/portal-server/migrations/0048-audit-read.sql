-- The right to read the portal's own log (ADR 0032): given to a person by an administrator, who cannot give it to themselves.
alter table portal_user add column audit_read boolean not null default false;
