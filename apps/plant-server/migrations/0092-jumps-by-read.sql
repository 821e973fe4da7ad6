-- Jumps are measured between the positions of the reads themselves, and also over the hour before a read. The days are
-- counted again by the job; until then rows are read instead.
delete from movement_mark;
