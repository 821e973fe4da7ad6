import { createHash } from 'node:crypto';
import fs from 'node:fs';
import path from 'node:path';
import { Readable } from 'node:stream';
import { pipeline } from 'node:stream/promises';
import { createGzip } from 'node:zlib';
import { encodeTar, type TarEntry } from './tar.ts';

/** A blob of the layout: a file below `blobs/sha256`, named by its content. */
interface Blob {
  readonly digest: string;
  readonly size: number;
}

export interface Layer extends Blob {
  /** Digest of the archive before its compression. */
  readonly diffId: string;
  /** What it has, in the history of the image. */
  readonly title: string;
}

/** What a runtime does with an image, in the words of the OCI image specification. */
export interface ImageSettings {
  readonly User: string;
  readonly Env: readonly string[];
  readonly Entrypoint: readonly string[];
  readonly Cmd?: readonly string[];
  readonly WorkingDir: string;
  readonly ExposedPorts: Readonly<Record<string, object>>;
  readonly Volumes: Readonly<Record<string, object>>;
  readonly Labels: Readonly<Record<string, string>>;
  readonly StopSignal: string;
}

export interface Image {
  /** With its tag, such as `localhost/varco-portal:1.0`. */
  readonly reference: string;
  readonly settings: ImageSettings;
  readonly layers: readonly Layer[];
}

export interface LayoutFacts {
  /** Time of everything, in seconds. */
  readonly epoch: number;
  readonly architecture: string;
}

const MEDIA = 'application/vnd.oci.image';
const sha256 = (bytes: Uint8Array): string => createHash('sha256').update(bytes).digest('hex');
const blobPath = (work: string, hex: string): string => path.join(work, 'blobs/sha256', hex);

function writeBlob(work: string, value: object): Blob {
  const bytes = Buffer.from(JSON.stringify(value));
  const hex = sha256(bytes);
  fs.mkdirSync(path.join(work, 'blobs/sha256'), { recursive: true });
  fs.writeFileSync(blobPath(work, hex), bytes);
  return { digest: `sha256:${hex}`, size: bytes.length };
}

/** Writes one layer, compressed, into the layout in `work`. */
export async function writeLayer(
  work: string,
  title: string,
  entries: readonly TarEntry[],
  epoch: number,
): Promise<Layer> {
  fs.mkdirSync(path.join(work, 'blobs/sha256'), { recursive: true });
  const plain = createHash('sha256');
  const packed = createHash('sha256');
  const draft = path.join(work, 'blobs/sha256/draft');
  let size = 0;
  await pipeline(
    Readable.from(
      (function* archive() {
        for (const chunk of encodeTar(entries, epoch)) {
          plain.update(chunk);
          yield chunk;
        }
      })(),
    ),
    createGzip({ level: 6 }),
    async function* count(chunks: AsyncIterable<Uint8Array>) {
      for await (const chunk of chunks) {
        packed.update(chunk);
        size += chunk.byteLength;
        yield chunk;
      }
    },
    fs.createWriteStream(draft),
  );
  const hex = packed.digest('hex');
  fs.renameSync(draft, blobPath(work, hex));
  return { digest: `sha256:${hex}`, size, diffId: `sha256:${plain.digest('hex')}`, title };
}

/**
 * Completes the layout in `work`, which has the layers, and writes it as one archive. It carries the index of the OCI and
 * beside it `manifest.json`, without which older versions of `docker load` and `podman load` take no archive with several images.
 */
export async function writeLayout(
  work: string,
  out: string,
  images: readonly Image[],
  facts: LayoutFacts,
): Promise<void> {
  const written = images.map((image) => ({ image, ...writeImage(work, image, facts) }));
  const index = {
    schemaVersion: 2,
    mediaType: `${MEDIA}.index.v1+json`,
    manifests: written.map(({ image, manifest }) => ({
      mediaType: `${MEDIA}.manifest.v1+json`,
      ...manifest,
      platform: { architecture: facts.architecture, os: 'linux' },
      annotations: {
        'io.containerd.image.name': image.reference,
        'org.opencontainers.image.ref.name': image.reference,
      },
    })),
  };
  const inArchive = (digest: string): string => `blobs/sha256/${digest.replace('sha256:', '')}`;
  const older = written.map(({ image, config }) => ({
    Config: inArchive(config.digest),
    RepoTags: [image.reference],
    Layers: image.layers.map(({ digest }) => inArchive(digest)),
  }));
  const texts = {
    'oci-layout': { imageLayoutVersion: '1.0.0' },
    'index.json': index,
    'manifest.json': older,
  };
  const folders = ['blobs', 'blobs/sha256'].map((name): TarEntry => ({ path: name, kind: 'folder', mode: 0o755 }));
  const small = Object.entries(texts).map(([name, value]): TarEntry => ({
    ...{ path: name, kind: 'file', mode: 0o644 },
    content: Buffer.from(JSON.stringify(value)),
  }));
  const blobs = fs.readdirSync(path.join(work, 'blobs/sha256')).map((name): TarEntry => {
    const from = blobPath(work, name);
    return {
      path: `blobs/sha256/${name}`,
      ...{ kind: 'file', mode: 0o644 },
      content: { from, size: fs.statSync(from).size },
    };
  });
  const archive = encodeTar([...folders, ...small, ...blobs], facts.epoch);
  await pipeline(Readable.from(archive), fs.createWriteStream(out));
}

/** Writes configuration and manifest of one image. */
function writeImage(
  work: string,
  { settings, layers }: Image,
  { epoch, architecture }: LayoutFacts,
): { config: Blob; manifest: Blob } {
  const created = new Date(epoch * 1_000).toISOString();
  const config = writeBlob(work, {
    ...{ created, architecture, os: 'linux', config: settings },
    rootfs: { type: 'layers', diff_ids: layers.map(({ diffId }) => diffId) },
    history: layers.map(({ title }) => ({ created, created_by: title })),
  });
  const manifest = writeBlob(work, {
    schemaVersion: 2,
    mediaType: `${MEDIA}.manifest.v1+json`,
    config: { mediaType: `${MEDIA}.config.v1+json`, ...config },
    layers: layers.map(({ digest, size }) => ({ mediaType: `${MEDIA}.layer.v1.tar+gzip`, digest, size })),
    annotations: settings.Labels,
  });
  return { config, manifest };
}
