import { createHash } from 'node:crypto';
import type { PartStore } from '../../../apps/portal-server/src/features/exports/part-store.ts';
import type { SimNode } from '../engine/scheduler.ts';
import { getFiles } from '../engine/simulated-files.ts';
import type { World } from '../world.ts';

const MAX_CALL_MS = 60;
/** Combining the parts of large exports takes seconds. */
const MAX_FILE_MS = 8_000;

/** Files of exports at the portal. A process that dies while it writes leaves a part of the bytes. */
export function createSimPartStore({ random }: World, node: SimNode): PartStore {
  const files = getFiles(node);
  const takeTime = (mostMs = MAX_CALL_MS): Promise<void> =>
    new Promise((resolve) => void setTimeout(resolve, random.next() * mostMs));
  const partPath = (guid: string, peerNumber: number): string => `/exports/${guid}/part-${peerNumber}`;
  const filePath = (guid: string): string => `/exports/${guid}/export.zip`;
  const remove = async (start: string): Promise<void> => {
    await takeTime();
    for (const name of files.keys()) if (name.startsWith(start)) files.delete(name);
  };
  return {
    partPath,
    filePath,
    async write(guid, peerNumber, offset, bytes) {
      const path = partPath(guid, peerNumber);
      for (const end of [Math.ceil(bytes.length / 2), bytes.length]) {
        const before = offset === 0 && end < bytes.length ? new Uint8Array() : (files.get(path) ?? new Uint8Array());
        const after = new Uint8Array(Math.max(before.length, offset + end));
        after.set(before);
        after.set(bytes.subarray(0, end), offset);
        files.set(path, after);
        await takeTime();
      }
    },
    async hash(guid, peerNumber, size) {
      await takeTime();
      const bytes = files.get(partPath(guid, peerNumber));
      if (bytes === undefined || bytes.length < size) return null;
      return createHash('sha256').update(bytes.subarray(0, size)).digest();
    },
    dropPart: async (guid, peerNumber) => {
      await takeTime();
      files.delete(partPath(guid, peerNumber));
    },
    // What is in the file is decided by the archive code, which has its own tests.
    async makeFile(guid) {
      await takeTime(MAX_FILE_MS);
      const made = Buffer.from(guid);
      files.set(filePath(guid), made);
      return { size: made.length, sha256: createHash('sha256').update(made).digest() };
    },
    openFile: async () => null,
    remove: (guid) => remove(`/exports/${guid}/`),
    listExports: async () => [],
  };
}
