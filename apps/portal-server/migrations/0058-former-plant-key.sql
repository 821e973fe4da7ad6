-- The key a plant had before its present one, where that proved the change: parts signed before are named in an index made
-- after (ADR 0077).
alter table peer add column former_public_key bytea check (octet_length(former_public_key) = 32);
