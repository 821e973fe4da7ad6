import { setTimeout as wait } from 'node:timers/promises';
import type { CallInput, CallOutput, Endpoint } from '@varco/contract/endpoint.ts';
import { z } from 'zod';

/** A refusal by the plant, or no response: `code` is from the error catalogue, or `network`. */
export class PlantRefusal extends Error {
  override readonly name = 'PlantRefusal';
  readonly code: string;

  constructor(code: string, cause?: unknown) {
    super(code, { cause });
    this.code = code;
  }
}

const ATTEMPTS = 6;
/** Too many calls, a server that is away, a disk without room: all may pass. */
const RETRIED_STATUSES: readonly number[] = [429, 503, 507];
const Envelope = z.object({ error: z.object({ code: z.string() }) });

/** Calls one plant with an ingest key. All calls are idempotent and are retried while the plant is unavailable. */
export interface PlantClient {
  call<E extends Endpoint>(endpoint: E, input: CallInput<E>, signal?: AbortSignal): Promise<CallOutput<E>>;
}

export function createPlantClient(base: string, key: string): PlantClient {
  return {
    async call<E extends Endpoint>(endpoint: E, input: CallInput<E>, signal?: AbortSignal): Promise<CallOutput<E>> {
      for (let attempt = 1; ; attempt += 1) {
        const answer = await callOnce(base, key, endpoint, input, signal);
        if (!(answer instanceof RetryableFailure)) return answer;
        if (attempt >= ATTEMPTS) throw new PlantRefusal(answer.code);
        await wait(answer.afterMs ?? 250 * 2 ** attempt, undefined, signal === undefined ? {} : { signal });
      }
    },
  };
}

class RetryableFailure {
  readonly code: string;
  readonly afterMs: number | null;

  constructor(code: string, afterMs: number | null = null) {
    this.code = code;
    this.afterMs = afterMs;
  }
}

async function callOnce<E extends Endpoint>(
  base: string,
  key: string,
  endpoint: E,
  input: CallInput<E>,
  signal: AbortSignal | undefined,
): Promise<CallOutput<E> | RetryableFailure> {
  const params: unknown = Reflect.get(Object(input), 'params');
  const path = endpoint.path.replace(/:(\w+)/g, (_all, name: string) =>
    encodeURIComponent(String(Reflect.get(Object(params), name))),
  );
  const body: unknown = Reflect.get(Object(input), 'body');
  const answer = await fetch(new URL(path, base), {
    method: endpoint.method,
    redirect: 'error',
    headers: { 'x-api-key': key, ...(body === undefined ? {} : { 'content-type': 'application/json' }) },
    ...(body === undefined ? {} : { body: JSON.stringify(body) }),
    ...(signal === undefined ? {} : { signal }),
  }).catch((error: unknown) => {
    if (signal?.aborted === true) throw error;
    return new RetryableFailure('network');
  });
  if (answer instanceof RetryableFailure) return answer;
  const parsed: unknown = await answer.json().catch(() => null);
  const { response } = endpoint;
  if (answer.ok && response instanceof z.ZodType) {
    const found = response.safeParse(parsed);
    // The value was parsed by the schema from which the type is derived.
    if (found.success) return found.data as CallOutput<E>;
  }
  const code = Envelope.safeParse(parsed).data?.error.code ?? 'not_json';
  if (!RETRIED_STATUSES.includes(answer.status)) throw new PlantRefusal(code);
  const after = Number(answer.headers.get('retry-after') ?? Number.NaN);
  return new RetryableFailure(code, Number.isNaN(after) ? null : Math.min(after, 60) * 1000);
}
