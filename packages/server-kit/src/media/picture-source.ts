import { createBlobBucket } from './blob-bucket.ts';
import { type BlobStore, createBlobFolder } from './blob-folder.ts';
import type { S3Access } from './blob-bucket.ts';

/** Location of the pictures as plain data, so that another process can open the same. */
export type PictureSource =
  | { readonly kind: 'folder'; readonly root: string }
  /** `url` as in `BucketSettings`. */
  | ({ readonly kind: 'bucket'; readonly url: string; readonly allowedCidrs: readonly string[] } & S3Access);

export function openPictureSource(source: PictureSource): BlobStore {
  if (source.kind === 'folder') return createBlobFolder(source.root);
  const { url, region, keyId, secret, allowedCidrs } = source;
  return createBlobBucket({ url, region, keyId, secret, allowedCidrs, now: () => new Date() });
}
