import type { LogLevel } from '@varco/server-kit/log/log.ts';
import type { PictureSource } from '@varco/server-kit/media/picture-source.ts';

/** What the process that works on exports is begun with. */
export interface ExportStart {
  readonly databaseUrl: string;
  /** The plant's own secret (`server-key.ts`). */
  readonly secret: Uint8Array;
  readonly pictureSource: PictureSource;
  readonly exportFolder: string;
  /** False: no ministry is configured. */
  readonly hasMinistry: boolean;
  readonly version: string;
  readonly logLevel: LogLevel;
}

/** What there is one of in a plant, and what others wait for: the server does it when the process asks. */
export const SERVER_CALLS = [
  'record',
  'vehiclesOfOwner',
  'find',
  'count',
  'candidates',
  'sieve',
  'countRecurring',
  'rank',
] as const;
export type ServerCall = (typeof SERVER_CALLS)[number];

export type ToExports =
  | { readonly type: 'start'; readonly start: ExportStart }
  | { readonly type: 'end' }
  | { readonly type: 'answer'; readonly id: number; readonly answer: unknown }
  | { readonly type: 'trouble'; readonly id: number; readonly trouble: string };

export interface FromExports {
  readonly type: 'ask';
  readonly id: number;
  readonly call: ServerCall;
  /** Plain values: they are copied. */
  readonly given: readonly unknown[];
}
