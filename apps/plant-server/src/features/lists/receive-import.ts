import { importBlacklist, type ImportOptions } from '@varco/contract/plant/blacklist-files.ts';
import { AppError } from '@varco/server-kit/errors/app-error.ts';
import { parseJsonPart } from '@varco/server-kit/http/json-part.ts';
import type { FastifyRequest } from 'fastify';
import { invalidFieldError } from './blacklist.service.ts';

const FILE_MAX_BYTES = 10 * 1024 * 1024;
const OPTIONS_MAX_BYTES = 4 * 1024;

/** Reads the two parts of an import request, in either order. Throws `bad_request`, `payload_too_large`. */
export async function receiveImport(
  request: FastifyRequest,
): Promise<{ readonly options: ImportOptions; readonly file: Buffer }> {
  let options: ImportOptions | null = null;
  let file: Buffer | null = null;
  try {
    const limits = { fileSize: FILE_MAX_BYTES, files: 2, fields: 1, parts: 2, fieldSize: OPTIONS_MAX_BYTES };
    for await (const part of request.parts({ limits })) {
      if (part.fieldname === 'options' && options === null) {
        const bytes = part.type === 'file' ? await part.toBuffer() : Buffer.from(String(part.value));
        if (bytes.length > OPTIONS_MAX_BYTES) throw new AppError('payload_too_large');
        options = parseJsonPart(importBlacklist, bytes);
      } else if (part.fieldname === 'file' && part.type === 'file' && file === null) {
        file = await part.toBuffer();
        if (part.file.truncated) throw new AppError('payload_too_large');
      } else throw invalidFieldError('parts');
    }
  } catch (error) {
    if (error instanceof AppError) throw error;
    const isTooMuch = error instanceof Error && 'statusCode' in error && error.statusCode === 413;
    throw isTooMuch ? new AppError('payload_too_large', { cause: error }) : invalidFieldError('parts');
  }
  if (options === null) throw invalidFieldError('options');
  if (file === null) throw invalidFieldError('file');
  return { options, file };
}
