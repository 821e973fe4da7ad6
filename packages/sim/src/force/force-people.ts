import { itemAt, Rng } from '../random.ts';

/** Jobs of an invented force; people of one job are compared with each other. */
export const JOBS = [
  { job: 'fdo pattuglie', people: 140 },
  { job: 'fdo polizia giudiziaria', people: 50 },
  { job: 'fdo infortunistica', people: 50 },
  { job: 'fdo centrale operativa', people: 40 },
  { job: 'fdo comando', people: 20 },
] as const;
export type Job = (typeof JOBS)[number]['job'];

/** What is planted: three kinds of abuse, and honest people whose work looks unusual. */
export const ABUSES = ['stalker', 'neighbour', 'sharer'] as const;
export type Abuse = (typeof ABUSES)[number];
export type Honest = 'usual' | 'big-case' | 'night' | 'new-shift' | 'follow-up' | 'two-devices' | 'called-in';

export interface ForceMember {
  readonly id: string;
  readonly job: Job;
  readonly abuse: Abuse | null;
  readonly honest: Honest;
  readonly rng: Rng;
  /** Position in the rota of the job. */
  readonly turn: number;
  /** How much they work with the system: 1 is usual. */
  readonly diligence: number;
  /** Share of reasons copied from a text of their own, and of reasons with a case number. */
  readonly copies: number;
  readonly casesShare: number;
  readonly ip: string;
  readonly phoneIp: string;
}

const PLANTED: Readonly<Record<Abuse, number>> = { stalker: 10, neighbour: 8, sharer: 6 };
const UNUSUAL: readonly (readonly [Exclude<Honest, 'usual'>, number, readonly Job[]])[] = [
  ['big-case', 1, ['fdo polizia giudiziaria']],
  ['night', 6, ['fdo pattuglie', 'fdo centrale operativa']],
  ['new-shift', 12, ['fdo pattuglie', 'fdo infortunistica']],
  ['follow-up', 10, ['fdo pattuglie', 'fdo infortunistica']],
  ['two-devices', 20, ['fdo pattuglie', 'fdo infortunistica']],
  ['called-in', 15, ['fdo pattuglie', 'fdo polizia giudiziaria', 'fdo infortunistica']],
];

const CASE_SHARES: Readonly<Record<Job, number>> = {
  'fdo pattuglie': 0.2,
  'fdo polizia giudiziaria': 0.9,
  'fdo infortunistica': 0.35,
  'fdo centrale operativa': 0.15,
  'fdo comando': 0.4,
};

/** The members of an invented force of 300, with what is planted among them. The same seed gives the same force. */
export function createForce(seed: number): readonly ForceMember[] {
  const rng = new Rng(seed);
  const jobs = JOBS.flatMap(({ job, people }) => Array.from({ length: people }, () => job));
  const left = shuffle(
    jobs.map((_, at) => at),
    rng,
  );
  const take = (count: number, allowed: readonly Job[]): readonly number[] => {
    const taken = left.filter((at) => allowed.includes(itemAt(jobs, at))).slice(0, count);
    for (const at of taken) left.splice(left.indexOf(at), 1);
    return taken;
  };
  const all = JOBS.map(({ job }) => job);
  const abuseOf = new Map(ABUSES.flatMap((abuse) => take(PLANTED[abuse], all).map((at) => [at, abuse] as const)));
  const honestOf = new Map(
    UNUSUAL.flatMap(([kind, count, allowed]) => take(count, allowed).map((at) => [at, kind] as const)),
  );
  return jobs.map((job, at): ForceMember => {
    const own = new Rng(rng.int(2 ** 31));
    const isCopier = own.chance(0.25);
    return {
      ...{ id: `persona-${String(at).padStart(3, '0')}`, job, rng: own },
      abuse: abuseOf.get(at) ?? null,
      honest: honestOf.get(at) ?? 'usual',
      turn: own.int(5),
      diligence: Math.exp(0.4 * own.bell()),
      copies: isCopier ? own.between(0.6, 1) : own.between(0, 0.3),
      casesShare: CASE_SHARES[job] * own.between(0.6, 1.1),
      ip: `10.1.${own.int(8)}.${own.int(250)}`,
      phoneIp: `10.9.${own.int(8)}.${own.int(250)}`,
    };
  });
}

function shuffle<T>(items: T[], rng: Rng): T[] {
  for (let at = items.length - 1; at > 0; at -= 1) {
    const other = rng.int(at + 1);
    const [one, two] = [items[at], items[other]];
    if (one === undefined || two === undefined) continue;
    [items[at], items[other]] = [two, one];
  }
  return items;
}
