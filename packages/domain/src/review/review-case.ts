import type { Evidence, PersonMonth } from './review-month.ts';
import { computePoints, FLAG_POINTS, type Finding, MAX_CASES, type ReviewRule, sumPoints } from './review-rules.ts';

/** Consultations of a month below which somebody is no measure for colleagues. */
const MIN_PEER_LOOKS = 10;
/** Colleagues of one job below which the whole plant is the measure, and below which nothing is compared. */
const MIN_PEERS = 5;
/** A plate that this many others looked at as well is known to the command. */
export const SHARED_BY = 2;
/** Days from which on a further plate counts. */
const FURTHER_DAYS = 3;
/** Part of the colleagues that stays below an ordinary one, and below a busy one. */
const ORDINARY = 0.5;
const BUSY = 0.9;

/** A person of a month with what speaks for a closer look; `score` is the sum of the points. */
export interface ScoredCase {
  readonly person: string;
  readonly score: number;
  readonly findings: readonly Finding[];
}

/** Numbers of an ordinary colleague, the person left out; null: too few to compare with. */
type PeerMeasure = (month: PersonMonth, read: (peer: PersonMonth) => number, part: number) => number | null;

function createPeerMeasure(months: readonly PersonMonth[]): PeerMeasure {
  const active = months.filter(({ looks }) => looks >= MIN_PEER_LOOKS);
  const byJob = Map.groupBy(active, ({ job }) => job);
  return ({ person, job }, read, part) => {
    const others = (peers: readonly PersonMonth[]) => peers.filter((peer) => peer.person !== person);
    const same = others(byJob.get(job) ?? []);
    const peers = same.length >= MIN_PEERS ? same : others(active);
    if (peers.length < MIN_PEERS) return null;
    const values = peers.map(read).toSorted((a, b) => a - b);
    return values[Math.floor(part * (values.length - 1))] ?? null;
  };
}

/** Plates of a month whose other readers decide: looked at again and again, and without progress. */
export const listRepeatedPlates = ({ repeated }: PersonMonth): readonly string[] => repeated.map(({ plate }) => plate);

/**
 * Scores all people of a month. `countOthers`: how many other people looked at a plate in the same days; what several
 * look at is known to the command and no private matter.
 */
export function scoreMonth(
  months: readonly PersonMonth[],
  countOthers: (person: string, plate: string) => number,
): readonly ScoredCase[] {
  const measure = createPeerMeasure(months);
  return months.map((month) => {
    const findings = listFindings(month, measure, countOthers);
    return { person: month.person, score: sumPoints(findings), findings };
  });
}

/** Cases for a reviewer: those that reach the threshold, highest first. */
export const listFlagged = (cases: readonly ScoredCase[]): readonly ScoredCase[] =>
  cases
    .filter(({ score }) => score >= FLAG_POINTS)
    .toSorted((a, b) => b.score - a.score || (a.person < b.person ? -1 : 1))
    .slice(0, MAX_CASES);

function listFindings(
  month: PersonMonth,
  measure: PeerMeasure,
  countOthers: (person: string, plate: string) => number,
): readonly Finding[] {
  const found: Finding[] = [];
  const add = (
    rule: ReviewRule,
    { entries, total }: Omit<Evidence, 'n'>,
    numbers: Readonly<Record<string, number>> & { readonly n: number },
    plate: string | null = null,
  ): void => {
    const points = computePoints(rule, numbers.n);
    if (points > 0) found.push({ rule, points, numbers, plate, entries, total });
  };
  const addBeyond = (rule: ReviewRule, own: Evidence): void => {
    const peers = measure(month, (peer) => peerCount(peer, rule), BUSY);
    if (peers !== null) add(rule, own, { n: Math.max(0, own.n - peers), own: own.n, peers });
  };
  const alone = month.repeated.filter(({ plate }) => countOthers(month.person, plate) < SHARED_BY);
  const [first, ...further] = alone;
  if (first !== undefined)
    add(
      'same_plate',
      first,
      { n: first.counted, days: first.days, alone: first.daysAlone, cases: first.daysWithCase },
      first.plate,
    );
  const many = further.filter(({ counted }) => counted >= FURTHER_DAYS);
  add('few_plates', joinEvidence(many), { n: many.length });
  add('own_hours', month.unusual, { n: month.unusual.n });
  add('no_rest', month.restless, { n: month.restless.n });
  const places = measure(month, ({ addresses }) => addresses.n, ORDINARY);
  if (places !== null)
    add('two_places', month.addresses, {
      n: Math.max(0, month.addresses.n - places),
      own: month.addresses.n,
      peers: places,
    });
  const poorPeers = measure(month, ({ poorShare }) => poorShare, BUSY);
  if (poorPeers !== null && month.looks >= MIN_PEER_LOOKS)
    add('copied_reason', month.poor, {
      ...{ n: Math.max(0, month.poorShare - poorPeers), own: month.poorShare, peers: poorPeers },
    });
  const platePeers = measure(month, ({ plates }) => plates, ORDINARY);
  if (platePeers !== null && platePeers > 0)
    add(
      'beyond_peers',
      { entries: [], total: 0 },
      {
        ...{ n: Math.floor((10 * month.plates) / platePeers) / 10, own: month.plates, peers: platePeers },
      },
    );
  addBeyond('look_back', month.lookBacks);
  add('household', month.household, { n: month.household.n }, month.household.plate);
  addBeyond('no_transit', month.bareLookUps);
  addBeyond('bare_export', month.bareExports);
  add('unknown_case', month.unknownCases, { n: month.unknownCases.n });
  return found.toSorted((a, b) => b.points - a.points);
}

const peerCount = (peer: PersonMonth, rule: ReviewRule): number =>
  rule === 'look_back' ? peer.lookBacks.n : rule === 'bare_export' ? peer.bareExports.n : peer.bareLookUps.n;

const MAX_JOINED = 50;
const joinEvidence = (parts: readonly Omit<Evidence, 'n'>[]): Omit<Evidence, 'n'> => ({
  entries: parts.flatMap(({ entries }) => entries).slice(0, MAX_JOINED),
  total: parts.reduce((sum, { total }) => sum + total, 0),
});
