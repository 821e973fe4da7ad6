-- Named areas that group gates. What belongs to one: the gates inside its corners, and those picked by hand.
create table zone (
  id          integer generated always as identity primary key,
  name        text not null,
  -- [[lon, lat], ...] in order, the first not repeated; empty: nothing is drawn, its gates were only picked.
  corners     jsonb not null default '[]',
  gates       smallint[] not null default '{}',
  colour      smallint not null check (colour between 1 and 5),
  updated_at  timestamptz(3) not null,
  updated_by  uuid not null
);
create unique index zone_name on zone (lower(name));
