-- How a person came to the INTERFORCE list, or did not (P 6, ADR 0084): when it was asked for, who decided, and how the person was verified
-- or why the wish was turned down. The standing itself is `interforce`.
alter table plant_user add column interforce_asked_at timestamptz(3);
alter table plant_user add column interforce_decided_at timestamptz(3);
alter table plant_user add column interforce_decided_by text not null default '';
alter table plant_user add column interforce_note text not null default '' check (length(interforce_note) <= 200);
create index plant_user_interforce on plant_user (interforce) where interforce <> 'no';
