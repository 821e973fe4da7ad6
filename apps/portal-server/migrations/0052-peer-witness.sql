-- Key by which a plant cosigns the logs of others, as it told with its signed heartbeat (ADR 0041).
create table peer_witness (
  peer_id integer primary key references peer on delete cascade,
  vkey    text    not null check (length(vkey) <= 420)
);
