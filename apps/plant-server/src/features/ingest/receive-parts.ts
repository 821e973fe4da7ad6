import { ingestReadsWithPictures, type Read } from '@varco/contract/plant/ingest.ts';
import { LIMITS } from '@varco/contract/endpoint.ts';
import { AppError } from '@varco/server-kit/errors/app-error.ts';
import { parseJsonPart } from '@varco/server-kit/http/json-part.ts';
import { PictureRejected, type PictureKind } from '@varco/server-kit/media/picture-check.ts';
import type { PictureStore } from '@varco/server-kit/media/picture-store.ts';
import type { FastifyRequest } from 'fastify';

type MultipartPart = ReturnType<FastifyRequest['parts']> extends AsyncIterable<infer One> ? One : never;

const JSON_PART_NAME = 'reads';
const MAX_JSON_BYTES = LIMITS['ingest-json'].bodyKiB * 1024;

const invalidPartError = (field: string, cause?: unknown): AppError =>
  new AppError('bad_request', { sub: 'invalid_field', field, cause });

/**
 * Maps errors of the incoming data, which may be truncated or malformed, to client errors; a full disk, in contrast, is a
 * server error.
 */
async function asSenderError<T>(work: Promise<T>): Promise<T> {
  try {
    return await work;
  } catch (error) {
    const isTooMuch = error instanceof Error && 'statusCode' in error && error.statusCode === 413;
    throw isTooMuch ? new AppError('payload_too_large', { cause: error }) : invalidPartError('body', error);
  }
}

/** Reads the parts of one multipart call, one after the other. */
export class MultipartReader {
  private readonly parts: AsyncIterator<MultipartPart>;

  constructor(request: FastifyRequest) {
    this.parts = request.parts()[Symbol.asyncIterator]();
  }

  /** Reads the JSON part, which must come first. Throws `bad_request`, `payload_too_large`. */
  async readJsonReads(): Promise<readonly Read[]> {
    const part = await this.nextPart();
    if (part === null || part.fieldname !== JSON_PART_NAME) throw invalidPartError(JSON_PART_NAME);
    const bytes =
      part.type === 'file'
        ? await asSenderError(part.toBuffer())
        : Buffer.from(typeof part.value === 'string' ? part.value : JSON.stringify(part.value));
    const isCut = part.type === 'file' ? part.file.truncated : part.valueTruncated;
    if (isCut || bytes.length > MAX_JSON_BYTES) throw new AppError('payload_too_large');
    return parseJsonPart(ingestReadsWithPictures, bytes).reads;
  }

  /**
   * Stores the pictures named in `wanted`, each while the next one arrives. Returns hashes by name, null for an invalid
   * picture. `known`: all names that the reads mention; a part with another name, or a name that occurs twice, is refused.
   */
  async storePictures(
    store: PictureStore,
    known: ReadonlySet<string>,
    requested: ReadonlyMap<string, PictureKind>,
  ): Promise<ReadonlyMap<string, string | null>> {
    const byName = new Map<string, string | null>();
    const seen = new Set<string>();
    let storing: Promise<Error | null> = Promise.resolve(null);
    for (let part = await this.nextPart(); part !== null; part = await this.nextPart()) {
      const name = part.fieldname;
      if (part.type !== 'file' || !known.has(name) || seen.has(name)) throw invalidPartError('parts');
      seen.add(name);
      const kind = requested.get(name);
      const bytes = await asSenderError(part.toBuffer());
      if (kind === undefined) continue;
      const isCut = part.file.truncated;
      throwIfError(await storing);
      storing = toSettledError(async () => {
        byName.set(name, isCut ? null : await storePictureOrNull(store, bytes, kind));
      });
    }
    throwIfError(await storing);
    return byName;
  }

  private async nextPart(): Promise<MultipartPart | null> {
    const step = await asSenderError(this.parts.next());
    return step.done === true ? null : step.value;
  }
}

/** Turns a rejection into a value: the next part may fail first, and the rejection would then be unhandled. */
const toSettledError = (work: () => Promise<void>): Promise<Error | null> =>
  work().then(
    () => null,
    (error: unknown) => (error instanceof Error ? error : new Error('picture not stored', { cause: error })),
  );

function throwIfError(error: Error | null): void {
  if (error !== null) throw error;
}

async function storePictureOrNull(store: PictureStore, bytes: Uint8Array, kind: PictureKind): Promise<string | null> {
  try {
    return (await store.put(bytes, kind)).hash;
  } catch (error) {
    if (error instanceof PictureRejected) return null;
    throw error;
  }
}
