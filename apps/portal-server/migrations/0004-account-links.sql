-- First access, e-mail verification and lost passwords (P 2, P 5; security rules, part 3).

-- Municipality or authority of a person who is not of a police or armed force.
alter table portal_user add column authority text not null default '' check (length(authority) <= 120);

-- Links that were mailed: what stands in the mail is stored as SHA-256 only.
create table account_link (
  hash bytea primary key,
  user_id integer not null references portal_user on delete cascade,
  purpose text not null check (purpose in ('verify', 'reset')),
  -- The address it was sent to proves that address and no other.
  email text not null,
  created_at timestamptz(3) not null,
  expires_at timestamptz(3) not null,
  used_at timestamptz(3)
);
create index account_link_user on account_link (user_id);
