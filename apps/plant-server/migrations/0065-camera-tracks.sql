-- Cameras track a vehicle and tell its plate again as they read it better; and cameras that only sign in by digest.

-- The best read of the event so far. Null: the first one.
alter table camera_event add column best_plate text;
-- Percent; null: not stated.
alter table camera_event add column confidence real;
-- Stage of that read: 1 new, 2 update, 3 lost; 0: the camera does not track.
alter table camera_event add column stage smallint not null default 0;

-- Digests of user, realm and key (RFC 7616), sealed under the server's secret. Null: the key is older than this column.
alter table camera add column digest_keys bytea;
