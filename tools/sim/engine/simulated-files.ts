// Loaded by the export code of the product in the place of `node:fs/promises`: files of the node whose code runs. They survive
// its crashes; each call takes a moment, in which the process may die.
import { getScheduler } from './current-day.ts';
import type { SimNode } from './scheduler.ts';

const MAX_CALL_MS = 20;

const filesOf = new WeakMap<SimNode, Map<string, Uint8Array>>();

/** All files of a node, by path. */
export function getFiles(node: SimNode): Map<string, Uint8Array> {
  const files = filesOf.get(node) ?? new Map<string, Uint8Array>();
  filesOf.set(node, files);
  return files;
}

const ownFiles = (): Map<string, Uint8Array> => getFiles(getScheduler().current);

const takeTime = (): Promise<void> => new Promise((resolve) => void setTimeout(resolve, Math.random() * MAX_CALL_MS));

function readBytes(path: string): Uint8Array {
  const bytes = ownFiles().get(path);
  if (bytes === undefined) throw Object.assign(new Error(`ENOENT: ${path}`), { code: 'ENOENT' });
  return bytes;
}

interface SimFile {
  read(buffer: Uint8Array, offset: number, length: number, position: number): Promise<{ readonly bytesRead: number }>;
  close(): Promise<void>;
}

export async function open(path: string): Promise<SimFile> {
  await takeTime();
  const bytes = readBytes(path);
  return {
    async read(buffer, offset, length, position) {
      await takeTime();
      const piece = bytes.subarray(position, position + length);
      buffer.set(piece, offset);
      return { bytesRead: piece.length };
    },
    close: async () => undefined,
  };
}

/** Removes a file, or a folder with all below it. */
export async function rm(path: string): Promise<void> {
  await takeTime();
  const files = ownFiles();
  for (const name of files.keys()) if (name === path || name.startsWith(`${path}/`)) files.delete(name);
}

const refuse = (): never => {
  throw new Error('not simulated');
};
export { refuse as mkdir, refuse as readFile, refuse as rename, refuse as stat };
