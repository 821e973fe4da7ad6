import { cpus, loadavg, totalmem } from 'node:os';
import type { DataMark } from '../data/data-folder.ts';
import type { MeanParts } from '../plant/call-parts.ts';
import type { Times } from '../stats.ts';

/** Where and how a run was made. */
export interface MachineFacts {
  readonly date: string;
  readonly machine: string;
  readonly command: string;
  /** Load average before anything was started: far above 0 means that other programs disturbed the measurement. */
  readonly loadBefore: number;
}

/** Conditions of a run, for every table, file and caption. */
export interface RunFacts extends MachineFacts {
  readonly rows: number;
  readonly plates: number;
  readonly gates: number;
  readonly days: number;
}

/** Current load average of the machine; read it before starting anything. */
export const readLoadAverage = (): number => Math.round((loadavg()[0] ?? 0) * 10) / 10;

export function collectMachineFacts(command: string, loadBefore: number): MachineFacts {
  const model = (cpus()[0]?.model ?? 'unknown processor').trim();
  return {
    date: new Date().toISOString().slice(0, 16).replace('T', ' ') + ' UTC',
    machine: `${cpus().length} cores (${model}), ${Math.round(totalmem() / 2 ** 30)} GB`,
    command,
    loadBefore,
  };
}

export function collectRunFacts(mark: DataMark, command: string, loadBefore: number): RunFacts {
  const { rows, plates, spec } = mark;
  return { ...collectMachineFacts(command, loadBefore), rows, plates, gates: spec.gates, days: spec.days };
}

/** One class of search in the results file. Times in milliseconds. */
export interface ClassRow {
  readonly id: string;
  readonly label: string;
  readonly targetMs: number | null;
  readonly first: Times | null;
  readonly warm: Times | null;
  /** Met, missed, or why there is no figure. */
  readonly verdict: 'met' | 'missed' | 'not answered';
  readonly note: string | null;
  /** Mean milliseconds of a call by what they were spent on. */
  readonly parts: MeanParts;
  readonly rivals: Readonly<
    Record<string, { readonly p50: number | null; readonly n: number; readonly note: string | null }>
  >;
}
