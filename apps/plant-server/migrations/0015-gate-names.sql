-- Names a gate had before it was renamed, without case and accents: a file that still uses one is imported into that gate.
create table gate_former_name (
  folded  text primary key,
  gate    smallint not null references gate (id)
);
create index gate_former_name_gate on gate_former_name (gate);
