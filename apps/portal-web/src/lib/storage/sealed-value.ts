import type { z } from 'zod';
import { useSession } from '../session/session-store.ts';
import { readSealed, removeSealed, storeSealed } from './encrypted-store.ts';

/** A named value of the signed-in user, stored encrypted in this browser for 24 hours after its last write (P 9). */
export interface SealedValue<T> {
  /** Reads the value; null when there is none, it expired, was altered, or has a format this version does not accept. */
  readonly load: () => Promise<T | null>;
  /** Writes a value in the background. Of several successive calls only the last value is written; null deletes it. */
  readonly save: (value: T | null) => void;
  /** Resolves once everything passed to `save` is on disk. */
  readonly written: () => Promise<void>;
}

const getUserUuid = (): string | null => useSession.getState().user?.uuid ?? null;

/**
 * Creates a value that survives a reload, such as open tabs, filters and recent searches. Nothing is read or written
 * without a signed-in user. If the browser cannot store data (private window, full disk), the value lasts as long as
 * the page.
 * @param name name of the record; one owner each
 * @param schema accepted format: the disk is not trusted
 */
export function createSealedValue<T>(name: string, schema: z.ZodType<T>): SealedValue<T> {
  let waiting: { readonly user: string; readonly value: T | null } | null = null;
  let writing: Promise<void> | null = null;

  const write = async (): Promise<void> => {
    for (let next = waiting; next !== null; next = waiting) {
      waiting = null;
      await storeForUser(next.user, name, next.value);
    }
    writing = null;
  };
  return {
    load: async () => {
      const user = getUserUuid();
      if (user === null) return null;
      try {
        return schema.safeParse(await readSealed(user, name)).data ?? null;
      } catch {
        return null;
      }
    },
    save: (value) => {
      const user = getUserUuid();
      if (user === null) return;
      waiting = { user, value };
      writing ??= write();
    },
    written: () => writing ?? Promise.resolve(),
  };
}

/**
 * Writes only if the user is still signed in. A write that has begun ends: to remove its record after a sign-out would also
 * remove what was stored before, such as the positions from which the alerts go on.
 */
async function storeForUser(user: string, name: string, value: unknown): Promise<void> {
  if (getUserUuid() !== user) return;
  try {
    await (value === null ? removeSealed(user, name) : storeSealed(user, name, value));
  } catch {
    // Storing failed: the value lasts as long as the page.
  }
}
