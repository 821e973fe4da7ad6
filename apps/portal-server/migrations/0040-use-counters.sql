-- P 7, T 7.6: how often something was used, by day. Who used it is not kept.
create table use_counter (
  counter  text not null check (counter in ('api_get_suspect')),
  day      date not null,
  n        bigint not null check (n >= 0),
  primary key (counter, day)
);
