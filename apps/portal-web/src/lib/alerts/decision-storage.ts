import { useSession } from '../session/session-store.ts';
import { readSealed, removeSealed, storeSealed } from '../storage/encrypted-store.ts';
import { WaitingDecision } from './alert-decision.ts';

const RECORD_NAME = 'alert-decisions';

export interface DecisionStorage {
  readonly load: () => Promise<readonly WaitingDecision[]>;
  readonly store: (list: readonly WaitingDecision[]) => Promise<void>;
}

/**
 * Waiting decisions of a person, sealed with the person's key of this browser (AES-GCM, not extractable), because they name
 * plates. Where the browser cannot store, they last as long as the page. Null: nobody is signed in, nothing is written.
 */
export function createDecisionStorage(userUuid: string | null): DecisionStorage {
  let memory: readonly WaitingDecision[] = [];
  let isOnDisk = userUuid !== null;
  return {
    load: async () => {
      if (!isOnDisk || userUuid === null) return memory;
      try {
        return parseList(await readSealed(userUuid, RECORD_NAME));
      } catch {
        isOnDisk = false;
        return memory;
      }
    },
    store: async (list) => {
      memory = list;
      if (!isOnDisk || userUuid === null || !isSignedIn(userUuid)) return;
      try {
        await (list.length === 0 ? removeSealed(userUuid, RECORD_NAME) : storeSealed(userUuid, RECORD_NAME, list));
        // Signed out while it was written: nothing may stay.
        if (!isSignedIn(userUuid)) await removeSealed(userUuid, RECORD_NAME);
      } catch {
        isOnDisk = false;
      }
    },
  };
}

const isSignedIn = (userUuid: string): boolean => useSession.getState().user?.uuid === userUuid;

/** A row that this version cannot read is dropped; the others stay. */
const parseList = (stored: unknown): readonly WaitingDecision[] =>
  (Array.isArray(stored) ? stored : []).flatMap((row) => {
    const parsed = WaitingDecision.safeParse(row);
    return parsed.success ? [parsed.data] : [];
  });
