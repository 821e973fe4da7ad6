import { execFileSync } from 'node:child_process';
import { readFile } from 'node:fs/promises';
import { getPostgresFolder } from '../data/postgres.ts';
import { listChildren, readPostgresLock } from '../drill/processes.ts';

/** Processor time in milliseconds since the programs started. */
export interface ProcessorTime {
  readonly plantMs: number;
  readonly postgresMs: number;
}

const TICK_MS = 1000 / Number(execFileSync('getconf', ['CLK_TCK'], { encoding: 'utf8' }));

/** Process ids of what is measured. */
export interface MeasuredProcesses {
  readonly plant: number;
  /** First process of each PostgreSQL the plant's rows are on. */
  readonly postmasters: readonly number[];
}

/** Processor time of the plant and of its servers of PostgreSQL, ended backends included. */
export async function readProcessorTime({ plant, postmasters }: MeasuredProcesses): Promise<ProcessorTime> {
  let postgresMs = 0;
  for (const postmaster of postmasters) {
    postgresMs += await readTime(postmaster, 'with ended children');
    for (const { pid } of await listChildren(postmaster)) postgresMs += await readTime(pid, 'alone');
  }
  return { plantMs: await readTime(plant, 'alone'), postgresMs };
}

/** Memory of servers of PostgreSQL in MB: that of their processes, and the shared buffers that were used so far once. */
export async function readPostgresMemory(postmasters: readonly number[]): Promise<number> {
  const processes = [...postmasters];
  for (const postmaster of postmasters) processes.push(...(await listChildren(postmaster)).map(({ pid }) => pid));
  let megabytes = 0;
  for (const pid of processes) megabytes += await readProcessMemory(pid);
  return Math.round(megabytes);
}

/** Memory of a process in MB, proportional: a page that several processes share counts once in their sum. 0: it has ended. */
export async function readProcessMemory(pid: number): Promise<number> {
  const rollup = await readFile(`/proc/${pid}/smaps_rollup`, 'utf8').catch(() => '');
  return Number(/^Pss:\s+(\d+) kB/m.exec(rollup)?.[1] ?? 0) / 1024;
}

/** First process of the PostgreSQL that runs on the data of a bench. */
export async function findPostmaster(dataDir: string): Promise<number> {
  const lock = await readPostgresLock(getPostgresFolder(dataDir));
  if (lock === null) throw new Error('PostgreSQL of the bench is not running.');
  return lock.pid;
}

/** User and system time from `/proc/PID/stat` (proc(5), fields 14 to 17); 0 for a process that has ended. */
async function readTime(pid: number, children: 'alone' | 'with ended children'): Promise<number> {
  const stat = await readFile(`/proc/${pid}/stat`, 'utf8').catch(() => '');
  // The name in brackets may contain spaces; fields are counted from its end, where field 3 follows.
  const fields = stat.slice(stat.lastIndexOf(')') + 2).split(' ');
  const ticks = fields.slice(11, children === 'alone' ? 13 : 15).map(Number);
  return ticks.reduce((sum, one) => sum + one, 0) * TICK_MS;
}
