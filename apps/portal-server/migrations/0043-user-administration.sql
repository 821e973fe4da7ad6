-- Administrators invite people and change who is an administrator (P 3, ADM-03, ADM-04; security rules, part 4).

-- Set while an account exists by invitation; the invitation is pending until the e-mail is verified.
alter table portal_user add column invited_at timestamptz(3);

alter table account_link
  drop constraint account_link_purpose_check,
  add constraint account_link_purpose_check check (purpose in ('verify', 'reset', 'invite'));

-- The admin flag changes by two people: one administrator requests it here, another confirms it.
create table admin_request (
  user_id      integer        primary key references portal_user on delete cascade,
  -- True: the flag is to be set; false: it is to be taken away.
  grants       boolean        not null,
  requested_by integer        not null references portal_user on delete cascade,
  requested_at timestamptz(3) not null,
  expires_at   timestamptz(3) not null,
  check (user_id <> requested_by)
);
create index admin_request_requested_by on admin_request (requested_by);
