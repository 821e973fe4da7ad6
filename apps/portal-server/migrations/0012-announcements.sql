-- News of the portal (P 3, P 7): written by administrators, read by everybody once published.

create table announcement (
  id           integer        primary key generated always as identity,
  title        text           not null check (length(title) between 1 and 120),
  text         text           not null check (length(text) <= 4000),
  is_published boolean        not null default false,
  -- When it was published first; the order in which people see it.
  published_at timestamptz(3),
  created_at   timestamptz(3) not null,
  updated_at   timestamptz(3) not null,
  check (published_at is not null or not is_published)
);
create index announcement_published on announcement (published_at) where is_published;
