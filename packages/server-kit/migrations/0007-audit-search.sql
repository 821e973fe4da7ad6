-- Search of the consultation log (ADR 0032): one index for each filter that people use alone.

-- Words of a detail that may be a plate, a pattern or a transit: its texts in upper case, cut where no pattern goes on, with
-- spaces and dashes left out, which a search ignores ("AB 123 CD"). Names of members get an underscore, so that they are
-- no plate. Left out are the ids of result lists: up to 500 for each search, and the search itself is found. Plain text
-- functions, because this runs with every entry and must not fail for any detail: no word is longer than 32 characters.
create function audit_words(p_body text) returns text[]
language sql immutable strict parallel safe as $$
  select array(
    select w from unnest(string_to_array(translate(upper(replace(
        case when start > 0 and position('"window":' in p_body) > 0
          then left(p_body, start - 1) || substr(p_body, start + position(']' in substr(p_body, start)))
          else p_body end,
        '":', '_":')), '";=[]\: -', ',,,,,,,'), ',')) as w
     where length(w) between 2 and 32)
    from (select position('"ids":[' in p_body) as start) as ids
$$;
create index audit_detail_words on audit_detail using gin (audit_words(body));

create index audit_entry_name on audit_entry (lower(actor_name), epoch, seq);
create index audit_entry_reason on audit_entry (((body::jsonb) -> 'reason' ->> 'code'), epoch, seq)
  where (body::jsonb) -> 'reason' ->> 'code' is not null;
create index audit_entry_ip on audit_entry (((body::jsonb) -> 'from' ->> 'ip'), epoch, seq);
create index audit_entry_failed on audit_entry (epoch, seq) where outcome in ('denied', 'invalid', 'error');
create index audit_entry_count on audit_entry ((((body::jsonb) ->> 'count')::bigint), epoch, seq)
  where ((body::jsonb) ->> 'count')::bigint >= 100;
