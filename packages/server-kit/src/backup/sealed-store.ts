import { createCipheriv, createDecipheriv, hkdfSync, randomBytes } from 'node:crypto';
import { join } from 'node:path';
import { promisify } from 'node:util';
import { zstdCompress, zstdDecompress } from 'node:zlib';
import { createBlobBucket } from '../media/blob-bucket.ts';
import { type BlobStore, createBlobFolder } from '../media/blob-folder.ts';
import type { BackupSettings } from './backup-settings.ts';

/** Objects of a backup beside the restic repository: log of changes, list of the backups. Each is encrypted by itself. */
export interface SealedStore {
  put(key: string, bytes: Uint8Array): Promise<void>;
  /** Null: there is none. Throws `SealBroken` when it was changed, or sealed with another key. */
  get(key: string): Promise<Buffer | null>;
  remove(key: string): Promise<void>;
  /** Names directly below a folder. */
  list(folder: string): Promise<readonly string[]>;
}

/** An object of a backup is damaged, or the key is another one. */
export class SealBroken extends Error {
  override readonly name = 'SealBroken';
}

/** `VBK1`, nonce, AES-256-GCM of the zstd-compressed bytes with the name of the object as associated data, tag. */
const MAGIC = Buffer.from('VBK1');
const NONCE_BYTES = 12;
const TAG_BYTES = 16;
/** A segment of the log of changes has 16 MiB, and may resist compression. */
const MAX_OBJECT_BYTES = 20 * 1024 * 1024;

const compress = promisify(zstdCompress);
const decompress = promisify(zstdDecompress);

export async function seal(secret: Uint8Array, name: string, plain: Uint8Array): Promise<Buffer> {
  const nonce = randomBytes(NONCE_BYTES);
  const cipher = createCipheriv('aes-256-gcm', secret, nonce).setAAD(Buffer.from(name));
  const sealed = Buffer.concat([cipher.update(await compress(plain)), cipher.final()]);
  return Buffer.concat([MAGIC, nonce, sealed, cipher.getAuthTag()]);
}

export async function unseal(secret: Uint8Array, name: string, bytes: Buffer): Promise<Buffer> {
  const start = MAGIC.length + NONCE_BYTES;
  if (bytes.length < start + TAG_BYTES || !bytes.subarray(0, MAGIC.length).equals(MAGIC)) throw new SealBroken(name);
  try {
    const open = createDecipheriv('aes-256-gcm', secret, bytes.subarray(MAGIC.length, start))
      .setAAD(Buffer.from(name))
      .setAuthTag(bytes.subarray(-TAG_BYTES));
    return await decompress(Buffer.concat([open.update(bytes.subarray(start, -TAG_BYTES)), open.final()]));
  } catch {
    throw new SealBroken(name);
  }
}

/** Opens the store of the settings; `allowedCidrs`: inner ranges a bucket may be in. */
export function openSealedStore(settings: BackupSettings, allowedCidrs: readonly string[]): SealedStore {
  const secret = deriveObjectKey(settings.key);
  const blobs = openPlaceBlobs(settings, allowedCidrs, 'objects');
  return {
    put: async (key, bytes) => blobs.put(key, await seal(secret, key, bytes)),
    async get(key) {
      const bytes = await blobs.get(key);
      return bytes === null ? null : unseal(secret, key, bytes);
    },
    remove: (key) => blobs.remove(key),
    async list(folder) {
      const names: string[] = [];
      // Parts of a killed process are cleared after a day.
      for await (const key of blobs.list(folder, Date.now() - 86_400_000)) names.push(key.slice(folder.length + 1));
      return names.sort();
    },
  };
}

const deriveObjectKey = (key: string): Uint8Array =>
  new Uint8Array(hkdfSync('sha256', Buffer.from(key, 'base64url'), '', 'varco backup objects v1', 32));

/** A folder of the place of the backups as it lies there, sealed or not; absent: all of it. */
export function openPlaceBlobs(
  { repository, bucket }: BackupSettings,
  allowedCidrs: readonly string[],
  folder = '',
): BlobStore {
  if (bucket === null) return createBlobFolder(join(repository, folder));
  return createBlobBucket({
    ...{ ...bucket, url: `${repository}/${folder}`, now: () => new Date() },
    ...{ allowedCidrs, maxObjectBytes: MAX_OBJECT_BYTES },
  });
}
