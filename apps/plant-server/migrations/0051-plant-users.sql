-- What the administration of a plant's users needs (T 3.8, ADR 0106).

-- Administrator of the plant whatever the group: counts as level 8.
alter table plant_user add column admin boolean not null default false;
-- Free words about the account, shown in its form only.
alter table plant_user add column description text not null default '' check (length(description) <= 255);
alter table plant_user add column extra text not null default '' check (length(extra) <= 1000);
-- Work from outside of the command (T 4.8): 0 off, 1 with a smartphone, 2 always. Set where the plant is set up, only shown here.
alter table plant_user add column remote_activity smallint not null default 2 check (remote_activity between 0 and 2);

-- Look-ups and entries of the log name people by id without a key to them: an id is never given twice, also when its account went.
create table plant_user_counter (
  one      boolean primary key default true check (one),
  last_id  integer not null
);
insert into plant_user_counter (last_id)
  select greatest((select coalesce(max(id), 0) from plant_user), (select coalesce(max(user_id), 0) from look_up));

create function plant_user_came() returns trigger language plpgsql as $$
begin
  update plant_user_counter set last_id = new.id where last_id < new.id;
  return null;
end $$;
create trigger plant_user_inserted after insert on plant_user for each row execute function plant_user_came();
