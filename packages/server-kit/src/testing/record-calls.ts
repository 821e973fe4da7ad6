import type { Endpoint } from '@varco/contract/endpoint.ts';
import { appendFileSync } from 'node:fs';

/** A call of a test that was answered with success. */
export interface RecordedCall {
  readonly endpoint: string;
  readonly path: string;
  readonly params: Readonly<Record<string, unknown>>;
  readonly query: Readonly<Record<string, unknown>>;
  /** Absent: the call has none. */
  readonly body?: unknown;
}

/**
 * Appends an accepted call as a line of JSON to the file that `VARCO_RECORD_CALLS` names, or does nothing: what the
 * tests send is valid, which no schema says of fields that must agree with each other. `npm run attack` learns from it.
 */
export function recordCall(endpoint: Endpoint, input: unknown, status: number): void {
  const file = process.env['VARCO_RECORD_CALLS'];
  if (file === undefined || file === '' || status < 200 || status > 299) return;
  const part = (name: string): Record<string, unknown> => Object(Reflect.get(Object(input), name) ?? {});
  const body: unknown = Reflect.get(Object(input), 'body');
  const call: RecordedCall = {
    ...{ endpoint: endpoint.id, path: endpoint.path, params: part('params'), query: part('query') },
    ...(body === undefined ? {} : { body }),
  };
  // One write of one line: test files run in several processes at once.
  appendFileSync(file, `${JSON.stringify(call)}\n`);
}
