-- Every call spends some allowance: written to the journal of the database, each call would wait for the disk once more.
-- After a crash of the database (not after a stop) the counters begin anew; the slow-down of sign-ins is another table and stays.
alter table rate_counter set unlogged;
