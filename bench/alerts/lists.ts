import { ListIndex } from '@varco/domain/alerts/list-index.ts';
import type { Client } from 'pg';
import { computePercentile } from '../stats.ts';

export const ENTRIES = 500_000;
/** Number of wildcard entries. Of the other entries, one in ten also matches misreads. */
const PATTERNS = 1_000;
const MATCHES = 200_000;
/** One read in this many has a listed plate. */
export const LISTED_EVERY = 25;
const ROUND = 100;

/** Invented plates of the lists; live reads use other letters. */
export const buildListedPlate = (n: number): string =>
  `Z${String.fromCharCode(65 + (n % 26))}${String(n).padStart(6, '0')}`;
/** True for a plate of the lists, so that plates of earlier runs can be excluded when known plates are sampled. */
export const isListed = (plate: string): boolean => /^Z[A-Z]\d{6}$/.test(plate);
/** The first `PATTERNS` entries are wildcard patterns. */
const buildEntryText = (n: number): string => {
  const plate = buildListedPlate(n);
  return n < PATTERNS ? `${plate.slice(0, 5)}*${plate.slice(-2)}` : plate;
};

export interface MatchingCost {
  /** Microseconds per match, each timed separately. */
  readonly p50: number;
  readonly p99: number;
  /**
   * Microseconds per match of the slowest hundred consecutive matches, as a batch of reads would experience it,
   * including pauses.
   */
  readonly worstRound: number;
  readonly n: number;
}

/** Measures the cost of a match: most plates are in no list, some contain an unreadable character. */
export function measureMatching(): MatchingCost {
  const index = new ListIndex<{
    key: string;
    text: string;
    isPattern: boolean;
    isApproximate: boolean;
    expiresMs: null;
  }>();
  for (let n = 0; n < ENTRIES; n += 1)
    index.put({
      key: String(n),
      text: buildEntryText(n),
      isPattern: n < PATTERNS,
      isApproximate: n % 10 === 0,
      expiresMs: null,
    });
  const letter = (n: number): string => String.fromCharCode(65 + (n % 26));
  const plates = Array.from({ length: MATCHES }, (_, i) => {
    if (i % LISTED_EVERY === 0) return buildListedPlate((i * 7919) % ENTRIES);
    const number = i % 50 === 1 ? `${i % 10}?${i % 7}` : String((i * 37) % 1000).padStart(3, '0');
    return `${letter(i)}${letter(i * 3)}${number}${letter(i * 7)}${letter(i * 11)}`;
  });
  const us: number[] = [];
  let worstRound = 0;
  for (let from = 0; from < MATCHES; from += ROUND) {
    const startedAt = performance.now();
    for (const plate of plates.slice(from, from + ROUND)) {
      const at = performance.now();
      index.match(plate, 0);
      us.push((performance.now() - at) * 1000);
    }
    worstRound = Math.max(worstRound, ((performance.now() - startedAt) * 1000) / ROUND);
  }
  const tenth = (value: number): number => Math.round(value * 10) / 10;
  return {
    p50: tenth(computePercentile(us, 0.5)),
    p99: tenth(computePercentile(us, 0.99)),
    worstRound: tenth(worstRound),
    n: MATCHES,
  };
}

/** Inserts the entries into the blacklist once; they remain in the data folder. */
export async function fillLists(owner: Client, say: (text: string) => void): Promise<void> {
  const { rows } = await owner.query<{ n: number }>('select count(*)::int as n from blacklist_entry');
  if ((rows[0]?.n ?? 0) >= ENTRIES) return;
  say('filling the blacklist');
  await owner.query(
    `insert into blacklist_entry (uuid, plate, is_approximate, owner, creator, expires_at, entered_at, created_at, updated_at)
     select gen_random_uuid(), case when n < $2 then left(plate, 5) || '*' || right(plate, 2) else plate end, n % 10 = 0, 1,
       gen_random_uuid(), now() + interval '300 days', now(), now(), now()
     from (select n, 'Z' || chr(65 + n % 26) || lpad(n::text, 6, '0') as plate from generate_series(0, $1::int - 1) as n) as made
     on conflict do nothing`,
    [ENTRIES, PATTERNS],
  );
}
