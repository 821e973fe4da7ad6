import fc from 'fast-check';
import type { Pool } from 'pg';
import { afterAll, beforeAll, expect, it } from 'vitest';
import { ErrorEnvelope } from '@varco/contract/error-envelope.ts';
import * as api from '@varco/contract/plant/transits.ts';
import { createPool } from '@varco/server-kit/database/pool.ts';
import { buildApp } from '../../app.ts';
import type { PlantApp } from '../../context/plant-app.ts';
import { poolRunner } from '../../database/pg-runner.ts';
import { arbitraryName, arbitraryText, arbitraryValue } from '../../testing/hostile-values.ts';
import { arbitraryFilter } from '../../testing/random-filters.ts';
import { SCOPES, startSearchFixture, type SearchFixture } from '../../testing/search-fixture.ts';

/** Set to 20000 before a release. */
const REQUESTS = Number(process.env['VARCO_FUZZ_REQUESTS'] ?? 1500);
const SEED = 20_261_121;
/** Statement time limit. Exceeding it is an error that this test does not allow. */
const STATEMENT_MS = 2000;

const GETS = [api.listTransits, api.listAdrTransits, api.countTransits] as const;
const POSTS = [api.searchTransits, api.searchAdrTransits, api.countTransitsByBody] as const;
const USERS = [...Object.keys(SCOPES), 'oscurato'];

let world: SearchFixture;
let pool: Pool;
let app: PlantApp;
beforeAll(async () => {
  world = await startSearchFixture(3000, 11);
  const { deps, url } = world.plant;
  pool = createPool({ url, applicationName: 'fuzz', statementTimeoutMs: STATEMENT_MS });
  app = buildApp({ ...deps, store: { ...deps.store, runner: poolRunner(pool) } });
  for (const user of USERS) await world.plant.token(user);
});
afterAll(async () => {
  await app.close();
  await pool.end();
  await world.plant.close();
});

interface Shot {
  readonly endpoint: (typeof GETS)[number] | (typeof POSTS)[number];
  readonly user: string;
  readonly query: string;
  readonly body: string | null;
}

const textOf = (value: unknown): string => (Array.isArray(value) ? value.join(',') : String(value));

/**
 * A valid search with up to three of its values replaced by arbitrary ones; some requests are not valid JSON or queries
 * at all.
 */
function anyShot(): fc.Arbitrary<Shot> {
  const changes = fc.array(fc.tuple(arbitraryName, arbitraryValue), { maxLength: 3 });
  const user = fc.constantFrom(...USERS);
  const tail = fc.oneof(
    { weight: 15, arbitrary: fc.constant('') },
    { weight: 1, arbitrary: fc.constantFrom('{', ']', '\u0000') },
  );
  const post = fc
    .tuple(fc.constantFrom(...POSTS), user, arbitraryFilter(world), changes, tail)
    .map(([endpoint, who, filter, changed, end]) => ({
      endpoint,
      user: who,
      query: '',
      body: JSON.stringify({ ...filter, ...Object.fromEntries(changed) }) + end,
    }));
  const get = fc
    .tuple(
      fc.constantFrom(...GETS),
      user,
      arbitraryFilter(world),
      fc.array(fc.tuple(arbitraryName, arbitraryText), { maxLength: 3 }),
      fc.boolean(),
    )
    .map(([endpoint, who, filter, changed, twice]) => {
      const query = new URLSearchParams(
        Object.entries(filter).map(([name, value]): [string, string] => [name, textOf(value)]),
      );
      for (const [name, value] of changed) query[twice ? 'append' : 'set'](name, value);
      return { endpoint, user: who, query: `?${query.toString()}`, body: null };
    });
  const broken = fc
    .tuple(fc.constantFrom(...GETS), user, fc.constantFrom('?%', '?f_targa=%zz', '?%00=1', '?&&==&', '?f_targa=%ff'))
    .map(([endpoint, who, query]) => ({ endpoint, user: who, query, body: null }));
  return fc.oneof({ weight: 10, arbitrary: post }, { weight: 8, arbitrary: get }, { weight: 1, arbitrary: broken });
}

/** The status, and what is wrong with the response; null: nothing. */
async function fire({ endpoint, user, query, body }: Shot): Promise<{ status: number; wrong: string | null }> {
  const answer = await app.inject({
    method: endpoint.method,
    url: endpoint.path + query,
    headers: {
      authorization: `Bearer ${await world.plant.token(user)}`,
      ...(body === null ? {} : { 'content-type': 'application/json' }),
    },
    ...(body === null ? {} : { payload: body }),
  });
  const { statusCode: status } = answer;
  const said: unknown = answer.json();
  const isRegistry = status === 503 && answer.body.includes('registry_missing');
  if (status !== 200 && status !== 400 && status !== 403 && !isRegistry) return { status, wrong: answer.body };
  const schema = status === 200 ? endpoint.response : ErrorEnvelope;
  return { status, wrong: schema.safeParse(said).success ? null : 'breaks the contract' };
}

it(
  `PLAPI-04 PLAPI-05 PLAPI-06 ${REQUESTS} requests with wrong, huge and malicious names and values: no 500, no slow statement, nothing but the contract`,
  async () => {
    const shots = fc.sample(anyShot(), { numRuns: REQUESTS, seed: SEED });
    const complaints: string[] = [];
    let answered = 0;
    // Four at a time, the maximum of concurrent searches per user.
    await Promise.all(
      [0, 1, 2, 3].map(async (lane) => {
        for (const shot of shots.filter((_, index) => index % 4 === lane)) {
          const { status, wrong } = await fire(shot);
          if (status === 200) answered += 1;
          if (wrong !== null)
            complaints.push(`${status}: ${wrong} <- ${JSON.stringify(shot.query)} ${shot.body ?? ''} as ${shot.user}`);
        }
      }),
    );
    expect(complaints.slice(0, 5)).toEqual([]);
    // Requests that are all rejected by validation would test nothing behind it.
    expect(answered).toBeGreaterThan(REQUESTS / 8);
  },
  Math.max(120_000, REQUESTS * 50),
);
