import { z } from 'zod';
import { createSealedValue } from '../../lib/storage/sealed-value.ts';

export const COLUMN_COUNTS = ['1', '2', '3', '4'] as const;
/** Seconds for which a page of gates is shown; 0: no automatic change (decisions, "Camera monitor"). */
export const ROTATION_SECONDS = [0, 5, 15, 30, 60, 120] as const;

/** Selected gates and layout of the monitor, stored encrypted in this browser for a day. */
export const MonitorChoice = z.object({
  peerIds: z.array(z.int()).max(500),
  /** Selected gates. A plant without any is watched with all gates the user may see. */
  gates: z.array(z.object({ peerId: z.int(), gateId: z.int() })).max(2000),
  columns: z.enum(COLUMN_COUNTS),
  rotation: z.literal(ROTATION_SECONDS),
});
export type MonitorChoice = z.infer<typeof MonitorChoice>;

export const NO_CHOICE: MonitorChoice = { peerIds: [], gates: [], columns: '3', rotation: 0 };

/** Tiles per page: as many rows as columns. */
export const countTiles = ({ columns }: MonitorChoice): number => Number(columns) ** 2;

export const storedMonitorChoice = createSealedValue('monitor-cam', MonitorChoice);
