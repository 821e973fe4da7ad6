/** The only database of the client. Stored keys are not extractable; everything else is sealed before it is stored. */
const DATABASE_NAME = 'varco';
const STORES = ['session', 'keys', 'sealed'] as const;
export type StoreName = (typeof STORES)[number];

function waitForRequest<T>(request: IDBRequest<T>): Promise<T> {
  return new Promise((resolve, reject) => {
    request.onsuccess = () => resolve(request.result);
    request.onerror = () => reject(request.error ?? new Error('indexedDB'));
  });
}

async function openDatabase(): Promise<IDBDatabase> {
  const request = indexedDB.open(DATABASE_NAME, 1);
  request.onupgradeneeded = () => {
    for (const store of STORES) request.result.createObjectStore(store);
  };
  const database = await waitForRequest(request);
  // Closes the connection when another tab deletes the database at sign-out, so that it does not block the deletion.
  database.onversionchange = () => database.close();
  return database;
}

async function withStore<T>(
  store: StoreName,
  mode: IDBTransactionMode,
  work: (objects: IDBObjectStore) => IDBRequest<T>,
): Promise<T> {
  const database = await openDatabase();
  try {
    return await waitForRequest(work(database.transaction(store, mode).objectStore(store)));
  } finally {
    database.close();
  }
}

/** Reads a record, or undefined. The caller must validate it, because the disk is not trusted. */
export function idbGet(store: StoreName, key: string): Promise<unknown> {
  return withStore<unknown>(store, 'readonly', (objects) => objects.get(key));
}

export async function idbPut(store: StoreName, key: string, value: unknown): Promise<void> {
  await withStore(store, 'readwrite', (objects) => objects.put(value, key));
}

/**
 * Changes a record atomically across tabs. Resolves to the new record.
 * @param change computes the new record from the current one (undefined: none); returning undefined deletes it
 * @param cleared store that is cleared in the same transaction when the record is deleted
 */
export async function idbChange(
  store: StoreName,
  key: string,
  change: (before: unknown) => unknown,
  cleared?: StoreName,
): Promise<unknown> {
  const database = await openDatabase();
  try {
    const transaction = database.transaction(cleared === undefined ? [store] : [store, cleared], 'readwrite');
    const objects = transaction.objectStore(store);
    // Further requests must be issued in the success handler; afterwards the transaction is closed.
    return await new Promise((resolve, reject) => {
      const found: IDBRequest<unknown> = objects.get(key);
      let after: unknown;
      found.onsuccess = () => {
        after = change(found.result);
        if (after !== undefined) return void objects.put(after, key);
        objects.delete(key);
        if (cleared !== undefined) transaction.objectStore(cleared).clear();
      };
      transaction.oncomplete = () => resolve(after);
      transaction.onabort = () => reject(transaction.error ?? new Error('indexedDB'));
    });
  } finally {
    database.close();
  }
}

export async function idbDelete(store: StoreName, key: string): Promise<void> {
  await withStore(store, 'readwrite', (objects) => objects.delete(key));
}

/** Deletes everything this client stores in the browser (sign-out, security 2). */
export async function dropDatabase(): Promise<void> {
  await waitForRequest(indexedDB.deleteDatabase(DATABASE_NAME));
}
