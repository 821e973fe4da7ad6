import { Rng } from '@varco/sim/random.ts';

/** What goes wrong in a round. The first four are one of each family, so that a short run meets all of them. */
export const FAULT_KINDS = [
  'kill',
  'freeze',
  'cut',
  'full-disk',
  'kill-database',
  'freeze-database',
  'cut-database',
  'low-disk',
  'kill-all',
] as const;
export type FaultKind = (typeof FAULT_KINDS)[number];

/** Kinds that need a small disk, which only a user that may mount can make. */
export const DISK_KINDS: readonly FaultKind[] = ['full-disk', 'low-disk'];
/** Kinds after which a server must have been started again by somebody; after all others it must still run. */
export const KILLED_SERVER_KINDS: readonly FaultKind[] = ['kill', 'kill-all'];

/** How connections break: after a random byte of one direction they end, or nothing of that direction arrives any more. */
export interface Cut {
  readonly direction: 'request' | 'answer';
  readonly hangs: boolean;
  /**
   * After a hang: what was stopped arrives in the end, the connection breaks, or it stays silent for ever and only new ones
   * work, as behind a firewall that forgot it.
   */
  readonly end: 'resumes' | 'breaks' | 'silent';
}

/** One bad moment, drawn from a seed alone. */
export interface FaultPlan {
  readonly seed: number;
  readonly kind: FaultKind;
  /** Milliseconds of load before it, and how long it lasts. Kills last no time. */
  readonly atMs: number;
  readonly forMs: number;
  readonly cut: Cut;
  /** Of the database: only the processes behind connections, not the one that supervises them. */
  readonly onlyBackends: boolean;
  /** While the disk is full, the database is killed too. */
  readonly killsDatabase: boolean;
  /** After a kill: milliseconds until whatever starts again is killed a second time; null: it is left alone. */
  readonly againAfterMs: number | null;
  /** Seed of what is drawn during the fault, such as the bytes of each connection. */
  readonly drawSeed: number;
}

const CUT_ENDS: readonly Cut['end'][] = ['resumes', 'breaks', 'silent'];
const FIRST_MS = 300;
const LAST_MS = 2_800;

/** Draws the fault of a seed. Seeds that follow each other go through all kinds. */
export function drawFault(seed: number): FaultPlan {
  const rng = new Rng(Math.imul(seed, 2_654_435_761));
  const kind = FAULT_KINDS[(seed - 1) % FAULT_KINDS.length] ?? 'kill';
  return {
    seed,
    kind,
    atMs: Math.round(rng.between(FIRST_MS, LAST_MS)),
    forMs: kind.startsWith('kill') ? 0 : Math.round(rng.between(1_500, 7_000)),
    cut: {
      direction: rng.chance(0.5) ? 'request' : 'answer',
      hangs: rng.chance(0.6),
      end: CUT_ENDS[rng.int(CUT_ENDS.length)] ?? 'breaks',
    },
    onlyBackends: rng.chance(0.5),
    killsDatabase: rng.chance(0.5),
    againAfterMs: kind.startsWith('kill') && rng.chance(0.4) ? Math.round(rng.between(50, 2_500)) : null,
    drawSeed: rng.int(2 ** 31),
  };
}

/** The fault in words, with everything that its kind uses. */
export function describeFault(plan: FaultPlan): string {
  const { kind, atMs, forMs, againAfterMs } = plan;
  const parts = [
    `${kind} after ${atMs} ms${forMs === 0 ? '' : ` for ${forMs} ms`}`,
    describeVariant(plan),
    againAfterMs === null ? '' : `again after ${againAfterMs} ms`,
  ];
  return parts.filter((text) => text !== '').join(', ');
}

const CUT_WORDS: Readonly<Record<Cut['end'], string>> = {
  resumes: 'goes on',
  breaks: 'breaks',
  silent: 'stays silent',
};

function describeVariant({ kind, cut, onlyBackends, killsDatabase }: FaultPlan): string {
  if (kind === 'kill-database') return onlyBackends ? 'one backend' : 'the whole database';
  if (kind === 'freeze-database') return onlyBackends ? 'backends only' : 'all processes';
  if (kind === 'full-disk') return killsDatabase ? 'database killed meanwhile' : '';
  if (kind !== 'cut' && kind !== 'cut-database') return '';
  return `${cut.direction} ${cut.hangs ? `hangs, then ${CUT_WORDS[cut.end]}` : 'breaks'}`;
}
