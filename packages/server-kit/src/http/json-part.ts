import type { z } from 'zod';
import type { LimitKind } from '@varco/contract/endpoint.ts';
import { getMaxJsonDepth } from './body-rules.ts';
import { parseStrictJson } from './strict-json.ts';
import { parseInput } from './validate.ts';

/**
 * Parses the JSON part of a multipart endpoint as strictly as a JSON body. `input.body` is absent for such an
 * endpoint: its handler reads `ctx.request.parts()` and passes the bytes of that part here. Throws `bad_request`.
 */
export function parseJsonPart<S extends z.ZodType>(
  endpoint: { readonly body?: S; readonly limit: LimitKind },
  bytes: Uint8Array,
): z.output<S> {
  if (endpoint.body === undefined) throw new Error('endpoint without a JSON part');
  return parseInput(endpoint.body, parseStrictJson(bytes, getMaxJsonDepth(endpoint)), 'body');
}
