-- Search of the consultation log (ADR 0032): one index for each filter that people use alone.

-- Words of a detail that may be a plate, a pattern or a transit: every text, cut at what no pattern contains, and the same
-- with spaces and dashes left out, which a search ignores ("AB 123 CD"). Left out: member names, the text of the reason, and the ids of
-- result lists, which are up to 500 for each search and are found by the search itself. Works on the text, because it
-- must not fail for any detail: an entry that cannot be indexed could not be written.
create function audit_words(p_body text) returns text[]
language sql immutable strict parallel safe as $$
  select coalesce(array_agg(distinct w), '{}'::text[])
    from regexp_matches(
           regexp_replace(
             p_body,
             case when position('"window":' in p_body) > 0 then '"reason_text":"([^"\\]|\\.)*"|"ids":\[[^]]*\]'
                  else '"reason_text":"([^"\\]|\\.)*"' end, '', 'g'),
           -- every text of the JSON with the colon that makes it a member name
           '"((?:[^"\\]|\\.)*)"(:?)', 'g') as m (texts)
    cross join lateral (select upper(regexp_replace(m.texts[1], '\\(u[0-9a-f]{4}|.)', ' ', 'g')) as t) as u
    cross join lateral (
      select regexp_split_to_table(u.t, '[^A-Z0-9*?{}]+') as w
       union all
      select regexp_split_to_table(regexp_replace(u.t, '[ -]', '', 'g'), '[^A-Z0-9*?{}]+')
    ) as words
   where m.texts[2] = '' and u.t !~ '^[0-9]{4}-[0-9]{2}-[0-9]{2}T' and words.w ~ '^[A-Z0-9*?{}]{2,32}$'
$$;
create index audit_detail_words on audit_detail using gin (audit_words(body));

create index audit_entry_name on audit_entry (lower(actor_name), epoch, seq);
create index audit_entry_reason on audit_entry (((body::jsonb) -> 'reason' ->> 'code'), epoch, seq)
  where (body::jsonb) -> 'reason' ->> 'code' is not null;
create index audit_entry_ip on audit_entry (((body::jsonb) -> 'from' ->> 'ip'), epoch, seq);
create index audit_entry_failed on audit_entry (epoch, seq) where outcome in ('denied', 'invalid', 'error');
create index audit_entry_count on audit_entry ((((body::jsonb) ->> 'count')::bigint), epoch, seq)
  where ((body::jsonb) ->> 'count')::bigint >= 100;
