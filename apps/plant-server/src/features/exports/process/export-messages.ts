import type { LogLevel } from '@varco/server-kit/log/log.ts';
import type { PictureSource } from '@varco/server-kit/media/picture-source.ts';

/** Start message of the export process. */
export interface ExportStart {
  readonly databaseUrl: string;
  /** The plant's server secret (`server-key.ts`). */
  readonly secret: Uint8Array;
  readonly pictureSource: PictureSource;
  readonly exportFolder: string;
  /** Room in MB to keep free on the disk of that folder; null: by its size. */
  readonly diskReserveMb: number | null;
  readonly outboundCidrs: readonly string[];
  readonly version: string;
  readonly logLevel: LogLevel;
}

/**
 * Calls that the export process forwards to the server, because the server owns the resource (audit log, ministry access,
 * plate index).
 */
export const SERVER_RPC_NAMES = [
  'record',
  'vehiclesOfOwner',
  'find',
  'count',
  'candidates',
  'filterByRecurrence',
  'countRecurring',
  'rank',
] as const;
export type ServerRpcName = (typeof SERVER_RPC_NAMES)[number];

export type ServerMessage =
  | { readonly type: 'start'; readonly start: ExportStart }
  | { readonly type: 'end' }
  | { readonly type: 'answer'; readonly id: number; readonly answer: unknown }
  | { readonly type: 'trouble'; readonly id: number; readonly trouble: string };

export interface ExportProcessCall {
  readonly type: 'ask';
  readonly id: number;
  readonly call: ServerRpcName;
  /** Arguments; plain values, because they are copied. */
  readonly args: readonly unknown[];
}
