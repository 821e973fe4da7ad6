// Stands for the encrypted store of the browser, which WebCrypto would answer on another thread; one disk per browser.

/** P 9. */
export const STORE_LIFETIME_MS = 24 * 60 * 60 * 1000;

const wait = (): Promise<void> => new Promise((resolve) => setTimeout(resolve, 3));

function getDisk(): Map<string, string> {
  const holder = globalThis as { simBrowserDisk?: Map<string, string> };
  holder.simBrowserDisk ??= new Map();
  return holder.simBrowserDisk;
}

export async function storeSealed(userUuid: string, name: string, value: unknown): Promise<void> {
  await wait();
  getDisk().set(`${userUuid} ${name}`, JSON.stringify(value));
}

export async function readSealed(userUuid: string, name: string): Promise<unknown> {
  await wait();
  const text = getDisk().get(`${userUuid} ${name}`);
  return text === undefined ? null : JSON.parse(text);
}

export async function removeSealed(userUuid: string, name: string): Promise<void> {
  await wait();
  getDisk().delete(`${userUuid} ${name}`);
}

/** The exports of the module this one stands for. */
const REPLACED: typeof import('../../../apps/portal-web/src/lib/storage/encrypted-store.ts') = {
  ...{ STORE_LIFETIME_MS, storeSealed, readSealed, removeSealed },
};
void REPLACED;
