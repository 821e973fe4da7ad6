import { toMilliseconds } from '../clock.ts';

export const CLIENT_LOG_TYPES = ['error', 'popup', 'crash'] as const;
export type ClientLogType = (typeof CLIENT_LOG_TYPES)[number];

/** P 3. `metadata` contains only codes and hosts: no plates, names or user input. */
export interface ClientLogEntry {
  readonly uuid: string;
  readonly type: ClientLogType;
  readonly message: string;
  readonly timestamp: string;
  readonly metadata: Readonly<Record<string, string | number>>;
}

/** P 9. */
export const MAX_LOG_ENTRIES = 100;
const ENTRY_LIFETIME_MS = 7 * 24 * 3_600_000;

/** The entries to retain: of the last 7 days, the newest hundred, in order of arrival. */
export function retainEntries(log: readonly ClientLogEntry[], now: string): readonly ClientLogEntry[] {
  const oldest = toMilliseconds(now) - ENTRY_LIFETIME_MS;
  return log.filter(({ timestamp }) => toMilliseconds(timestamp) >= oldest).slice(-MAX_LOG_ENTRIES);
}

/** Parses the stored log; anything that is not a valid entry is skipped. */
export function parseEntries(text: string | null): readonly ClientLogEntry[] {
  try {
    const raw: unknown = JSON.parse(text ?? '[]');
    return Array.isArray(raw) ? raw.filter(isEntry) : [];
  } catch {
    return [];
  }
}

function isEntry(value: unknown): value is ClientLogEntry {
  if (typeof value !== 'object' || value === null) return false;
  const { uuid, type, message, timestamp, metadata }: Partial<Record<keyof ClientLogEntry, unknown>> = value;
  return (
    typeof uuid === 'string' &&
    CLIENT_LOG_TYPES.some((one) => one === type) &&
    typeof message === 'string' &&
    typeof timestamp === 'string' &&
    !Number.isNaN(Date.parse(timestamp)) &&
    typeof metadata === 'object' &&
    metadata !== null &&
    Object.values(metadata).every((one) => typeof one === 'string' || typeof one === 'number')
  );
}
