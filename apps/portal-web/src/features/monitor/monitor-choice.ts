import { z } from 'zod';
import { sealedValue } from '../../lib/storage/sealed-value.ts';

export const COLUMNS = ['1', '2', '3', '4'] as const;
/** Seconds a page of gates is shown; 0: until somebody turns it (decisions, "Camera monitor"). */
export const ROTATIONS = [0, 5, 15, 30, 60, 120] as const;

/** What is watched and how, kept sealed in this browser for a day. */
export const MonitorChoice = z.object({
  peerIds: z.array(z.int()).max(500),
  /** Of a plant without any: all it lets this person see. */
  gates: z.array(z.object({ peerId: z.int(), gateId: z.int() })).max(2000),
  columns: z.enum(COLUMNS),
  rotation: z.literal(ROTATIONS),
});
export type MonitorChoice = z.infer<typeof MonitorChoice>;

export const NO_CHOICE: MonitorChoice = { peerIds: [], gates: [], columns: '3', rotation: 0 };

/** As many rows as columns: a page is a square of tiles. */
export const tilesOf = ({ columns }: MonitorChoice): number => Number(columns) ** 2;

export const keptChoice = sealedValue('monitor-cam', MonitorChoice);
