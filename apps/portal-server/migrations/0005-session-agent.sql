-- What the browser of a session said it is: shown to its owner in the list of open sessions.
alter table session add column agent text not null default '' check (length(agent) <= 300);
