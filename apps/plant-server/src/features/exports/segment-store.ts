import { createReadStream } from 'node:fs';
import { mkdir, open, readFile, rename, rm, stat } from 'node:fs/promises';
import { createHash } from 'node:crypto';
import { join } from 'node:path';
import type { FileLine } from '@varco/evidence/manifest.ts';
import type { PartSegment } from '@varco/evidence/part-writer.ts';
import { z } from 'zod';
import { openSealedBytes, sealBytes } from '@varco/server-kit/auth/secrets.ts';
import type { ServerKey } from '../../auth/server-key.ts';

/**
 * The data is authenticated by the seal, so only the outer structure is validated: checking every cell would cost more than
 * decrypting.
 */
const Segment = z.object({
  rows: z.custom<readonly (readonly string[])[]>(Array.isArray),
  files: z.custom<readonly FileLine[]>(Array.isArray),
  hasArchive: z.boolean(),
});
type Segment = z.infer<typeof Segment>;

/**
 * Files of one export: segments while it is built, then the part. All are encrypted, with the plant's secret or the
 * export's password.
 */
export class SegmentStore {
  private readonly folder: string;
  private readonly id: string;
  private readonly secret: Uint8Array;

  constructor(root: string, id: string, key: Pick<ServerKey, 'subKey'>) {
    this.folder = join(root, id);
    this.id = id;
    this.secret = key.subKey('export-stretch');
  }

  archivePath(number: number): string {
    return join(this.folder, `${number}.pictures`);
  }

  partPath(): string {
    return join(this.folder, 'part.zip');
  }

  /** Returns a path to write to; an existing file there is removed. */
  async draftPath(name: string): Promise<string> {
    await mkdir(this.folder, { recursive: true, mode: 0o700 });
    const path = join(this.folder, `${name}.draft`);
    await rm(path, { force: true });
    return path;
  }

  /** Stores the rows of a segment; its archive must be in place. Durable when it resolves. */
  async storeRows(number: number, openSegment: Segment): Promise<void> {
    const draft = await this.draftPath(`${number}.rows`);
    const sealed = sealBytes(this.secret, Buffer.from(JSON.stringify(openSegment)), this.context(number));
    const handle = await open(draft, 'wx', 0o600);
    try {
      await handle.writeFile(sealed);
      await handle.sync();
    } finally {
      await handle.close();
    }
    await rename(draft, this.rowsPath(number));
  }

  /** Reads segments 1 to `count`, one at a time. */
  async *iterateSegments(count: number): AsyncGenerator<PartSegment> {
    for (let number = 1; number <= count; number += 1) {
      const { rows, files, hasArchive } = await this.openSegment(number);
      yield { rows, files, archive: hasArchive ? this.archivePath(number) : null };
    }
  }

  /** Returns a function to iterate over the segments several times; a small number is read once and cached. */
  async readSegments(count: number, isFew: boolean): Promise<() => AsyncIterable<PartSegment>> {
    if (!isFew) return () => this.iterateSegments(count);
    const cached: PartSegment[] = [];
    for await (const segment of this.iterateSegments(count)) cached.push(segment);
    return async function* () {
      yield* cached;
    };
  }

  /** True when every segment is on this machine; a job built elsewhere must start again. */
  async hasAll(count: number): Promise<boolean> {
    for (let number = 1; number <= count; number += 1) {
      const openSegment = await this.openSegment(number).catch(() => null);
      if (openSegment === null) return false;
      if (openSegment.hasArchive && !(await fileExists(this.archivePath(number)))) return false;
    }
    return true;
  }

  async removeSegments(count: number): Promise<void> {
    for (let number = 1; number <= count; number += 1) {
      await rm(this.rowsPath(number), { force: true });
      await rm(this.archivePath(number), { force: true });
    }
  }

  async remove(): Promise<void> {
    await rm(this.folder, { recursive: true, force: true });
  }

  private rowsPath(number: number): string {
    return join(this.folder, `${number}.rows`);
  }

  private context(number: number): string {
    return `export/${this.id}/rows/${number}`;
  }

  private async openSegment(number: number): Promise<Segment> {
    const sealed = await readFile(this.rowsPath(number));
    return Segment.parse(JSON.parse(openSealedBytes(this.secret, sealed, this.context(number)).toString('utf8')));
  }
}

const fileExists = (path: string): Promise<boolean> =>
  stat(path).then(
    () => true,
    () => false,
  );

/** Size and SHA-256 of a file. Throws the system's error when it is not there. */
export async function hashFile(path: string): Promise<{ readonly bytes: number; readonly sha256: string }> {
  const hash = createHash('sha256');
  let bytes = 0;
  for await (const chunk of createReadStream(path, { highWaterMark: 1 << 20 }) as AsyncIterable<Buffer>) {
    hash.update(chunk);
    bytes += chunk.length;
  }
  return { bytes, sha256: hash.digest('hex') };
}
