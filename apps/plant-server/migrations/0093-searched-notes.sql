-- The text of a note without case and accents, in which notes are searched: folding 200,000 texts at every search takes
-- seconds. Letters are parted from their marks, and the marks dropped. The column follows the text by itself.
alter table transit_note add column folded text not null
  generated always as (lower(regexp_replace(normalize(body, NFKD), '[\u0300-\u036f]', '', 'g'))) stored;
