import type { RecordedCall } from '@varco/server-kit/testing/record-calls.ts';
import { readFileSync } from 'node:fs';
import { z } from 'zod';

/** Accepted calls of the tests, at most a few per endpoint; `npm run attack -- --learn FILE` writes them. */
export const LEARNED_FILE = `${import.meta.dirname}/learned-calls.json`;
const MAX_PER_ENDPOINT = 3;
const MAX_LENGTH = 2_000;

const LearnedCall = z.object({
  endpoint: z.string(),
  path: z.string(),
  params: z.record(z.string(), z.unknown()),
  query: z.record(z.string(), z.unknown()),
  body: z.unknown().optional(),
});

/** Endpoints of two servers may share an id, never id and path. */
const keyOf = ({ endpoint, path }: { readonly endpoint: string; readonly path: string }): string =>
  `${endpoint} ${path}`;

/** Names of the fields that a call fills, at every depth: calls that differ only in values teach nothing new. */
function describeShape(value: unknown): string {
  if (Array.isArray(value)) return `[${value.length === 0 ? '' : describeShape(value[0])}]`;
  if (typeof value !== 'object' || value === null) return typeof value;
  return `{${Object.entries<unknown>(Object(value))
    .map(([name, inner]) => `${name}:${describeShape(inner)}`)
    .toSorted()
    .join()}}`;
}

/** Chooses what is worth learning: per endpoint the calls that fill most fields, each shape once, in a stable order. */
export function selectCalls(recorded: readonly RecordedCall[]): readonly RecordedCall[] {
  const shapes = new Map<string, RecordedCall>();
  for (const call of recorded) {
    const shape = `${keyOf(call)} ${describeShape({ ...call, endpoint: 0, path: 0 })}`;
    const known = shapes.get(shape);
    const text = JSON.stringify(call);
    if (text.length <= MAX_LENGTH && (known === undefined || text < JSON.stringify(known))) shapes.set(shape, call);
  }
  const byEndpoint = Map.groupBy(shapes, ([, call]) => keyOf(call));
  return [...byEndpoint]
    .toSorted(([a], [b]) => a.localeCompare(b, 'en'))
    .flatMap(([, found]) =>
      found
        .toSorted(([a], [b]) => b.length - a.length || a.localeCompare(b, 'en'))
        .slice(0, MAX_PER_ENDPOINT)
        .map(([, call]) => call),
    );
}

/** Reads the learned calls, by endpoint id and path. */
export function readLearnedCalls(
  file = LEARNED_FILE,
): (endpoint: { readonly id: string; readonly path: string }) => readonly RecordedCall[] {
  const calls = z.array(LearnedCall).parse(JSON.parse(readFileSync(file, 'utf8')));
  const byKey = Map.groupBy(calls, keyOf);
  return ({ id, path }) => byKey.get(keyOf({ endpoint: id, path })) ?? [];
}
