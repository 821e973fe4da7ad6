-- Plates that travel with a plate of the blacklist, found once an hour by the accomplice formula (ADR 0077): the feature
-- "convoy" of the suspect score. Only entries the whole plant may see are followed.
create table listed_partner (
  listed      text collate "C" not null,
  partner     text collate "C" not null,
  abs_score   integer not null check (abs_score > 0),
  sessions    integer not null,
  found_at    timestamptz(3) not null,
  primary key (partner, listed)
);
create index listed_partner_listed on listed_partner (listed);

-- When each listed plate was looked at last.
create table listed_partner_look (
  listed     text collate "C" primary key,
  looked_at  timestamptz(3) not null
);
