import { create } from 'zustand';
import { ApiError, displayOfError } from '../api/api-error.ts';
import { now } from '../clock.ts';
import { useSession } from '../session/session-store.ts';
import { type ClientLogEntry, type ClientLogType, keptEntries, readEntries } from './client-log.ts';

interface ClientLog {
  readonly entries: readonly ClientLogEntry[];
}

export const useClientLog = create<ClientLog>(() => ({ entries: [] }));

/**
 * Storage key of the log, one per user and browser. It contains no secrets and no search terms, so it is retained after
 * sign-out.
 */
const placeOf = (userUuid: string): string => `varco.client-log.${userUuid}`;

let owner = '';

/** Loads the log of the signed-in user, and unloads it at sign-out. Call once. */
export function bindClientLog(): void {
  useSession.subscribe(({ user }) => {
    const uuid = user?.uuid ?? '';
    if (uuid === owner) return;
    owner = uuid;
    const stored = uuid === '' ? [] : readEntries(localStorage.getItem(placeOf(uuid)));
    useClientLog.setState({ entries: keptEntries(stored, now()) });
  });
}

function store(entries: readonly ClientLogEntry[]): void {
  useClientLog.setState({ entries });
  if (owner !== '') localStorage.setItem(placeOf(owner), JSON.stringify(entries));
}

function add(type: ClientLogType, message: string, metadata: ClientLogEntry['metadata']): void {
  const entry: ClientLogEntry = { uuid: crypto.randomUUID(), type, message, timestamp: now(), metadata };
  store(keptEntries([...useClientLog.getState().entries, entry], entry.timestamp));
}

/** Logs an error that was shown, with the shown text (CLOG-04). */
export function logClientError(error: unknown, message: string): void {
  if (!(error instanceof ApiError)) return add('error', message, {});
  const { code, subCode, status, host, requestId } = error.facts;
  add(displayOfError(error) === 'popup' ? 'popup' : 'error', message, {
    host,
    code,
    ...(subCode === undefined ? {} : { sub_code: subCode }),
    status,
    ...(requestId === undefined ? {} : { request_id: requestId }),
  });
}

/** Logs that a screen crashed. */
export const logCrash = (error: unknown): void =>
  add('crash', error instanceof Error ? `${error.name}: ${error.message}`.slice(0, 300) : 'crash', {});

export const clearClientLog = (): void => store([]);
