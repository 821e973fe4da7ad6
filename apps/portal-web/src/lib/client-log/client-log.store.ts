import { create } from 'zustand';
import { ApiError, getFailureDisplay } from '../api/api-error.ts';
import { now } from '../clock.ts';
import { useSession } from '../session/session-store.ts';
import { type ClientLogEntry, type ClientLogType, retainEntries, parseEntries } from './client-log.ts';

interface ClientLog {
  readonly entries: readonly ClientLogEntry[];
}

export const useClientLog = create<ClientLog>(() => ({ entries: [] }));

/**
 * Storage key of the log, one per user and browser. It contains no secrets and no search terms, so it is retained after
 * sign-out.
 */
const getLogStorageKey = (userUuid: string): string => `varco.client-log.${userUuid}`;

let logOwner = '';

/** Loads the log of the signed-in user, and unloads it at sign-out. Call once. */
export function bindClientLog(): void {
  useSession.subscribe(({ user }) => {
    const uuid = user?.uuid ?? '';
    if (uuid === logOwner) return;
    logOwner = uuid;
    const stored = uuid === '' ? [] : parseEntries(localStorage.getItem(getLogStorageKey(uuid)));
    useClientLog.setState({ entries: retainEntries(stored, now()) });
  });
}

function storeEntries(entries: readonly ClientLogEntry[]): void {
  useClientLog.setState({ entries });
  if (logOwner !== '') localStorage.setItem(getLogStorageKey(logOwner), JSON.stringify(entries));
}

function addEntry(type: ClientLogType, message: string, metadata: ClientLogEntry['metadata']): void {
  const entry: ClientLogEntry = { uuid: crypto.randomUUID(), type, message, timestamp: now(), metadata };
  storeEntries(retainEntries([...useClientLog.getState().entries, entry], entry.timestamp));
}

/** Logs an error that was shown, with the shown text (CLOG-04). */
export function logClientError(error: unknown, message: string): void {
  if (!(error instanceof ApiError)) return addEntry('error', message, {});
  const { code, subCode, status, host, requestId } = error.facts;
  addEntry(getFailureDisplay(error) === 'popup' ? 'popup' : 'error', message, {
    host,
    code,
    ...(subCode === undefined ? {} : { sub_code: subCode }),
    status,
    ...(requestId === undefined ? {} : { request_id: requestId }),
  });
}

/** Logs that a screen crashed. */
export const logCrash = (error: unknown): void =>
  addEntry('crash', error instanceof Error ? `${error.name}: ${error.message}`.slice(0, 300) : 'crash', {});

export const clearClientLog = (): void => storeEntries([]);
