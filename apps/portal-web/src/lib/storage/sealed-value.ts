import type { z } from 'zod';
import { useSession } from '../session/session-store.ts';
import { readSealed, removeSealed, storeSealed } from './encrypted-store.ts';

/** One named value of the signed-in user, kept encrypted in this browser for 24 hours after it was last written (P 9). */
export interface SealedValue<T> {
  /** What is kept; null when nothing is, it is older, it was altered, or another version of the product wrote it differently. */
  readonly load: () => Promise<T | null>;
  /** Keeps a value, without waiting. Of several in a row the last one is written; null takes it away. */
  readonly save: (value: T | null) => void;
  /** Resolves once everything told to `save` is on the disk. */
  readonly written: () => Promise<void>;
}

const userUuid = (): string | null => useSession.getState().user?.uuid ?? null;

/**
 * A value that survives a reload: open tabs, filters, recent searches. Nothing is read or written without a signed-in user,
 * and a browser that keeps nothing (private window, full disk) is no fault: the value then lives as long as the page.
 * @param name place of the value; one owner each
 * @param schema what may come back: the disk is not trusted
 */
export function sealedValue<T>(name: string, schema: z.ZodType<T>): SealedValue<T> {
  let waiting: { readonly user: string; readonly value: T | null } | null = null;
  let writing: Promise<void> | null = null;

  const write = async (): Promise<void> => {
    for (let next = waiting; next !== null; next = waiting) {
      waiting = null;
      await keep(next.user, name, next.value);
    }
    writing = null;
  };
  return {
    load: async () => {
      const user = userUuid();
      if (user === null) return null;
      try {
        return schema.safeParse(await readSealed(user, name)).data ?? null;
      } catch {
        return null;
      }
    },
    save: (value) => {
      const user = userUuid();
      if (user === null) return;
      waiting = { user, value };
      writing ??= write();
    },
    written: () => writing ?? Promise.resolve(),
  };
}

/** Writes for a user who is still there; who signed out meanwhile leaves nothing behind. */
async function keep(user: string, name: string, value: unknown): Promise<void> {
  if (userUuid() !== user) return;
  try {
    await (value === null ? removeSealed(user, name) : storeSealed(user, name, value));
    if (userUuid() !== user) await removeSealed(user, name);
  } catch {
    // Nothing kept: the value lives as long as the page.
  }
}
