import { plantLogin } from '@varco/contract/plant/auth.ts';
import { authParams, login } from '@varco/contract/portal/auth.ts';
import { buildProof } from '@varco/portal-server/testing/test-portal.ts';
import { injectRaw } from '@varco/server-kit/testing/inject-json.ts';
import type { AttackWorld } from './world.ts';

const DAY_MS = 86_400_000;
const WRONG = 'Sbagliata-prova-43';

/** How long a refused sign-in takes for a name that exists and for one that does not: medians, milliseconds. */
export interface SignInTimes {
  readonly call: string;
  readonly known: number;
  readonly unknown: number;
  /** Of the larger over the smaller, in percent. */
  readonly differencePercent: number;
}

const median = (values: readonly number[]): number => values.toSorted((a, b) => a - b)[values.length >> 1] ?? 0;

/** Measures both kinds in turn, so that a busy machine slows both; a day passes between calls, so that none has to wait. */
export async function measureSignInTimes(world: AttackWorld, pairs: number): Promise<readonly SignInTimes[]> {
  const { plant } = world.plants.plant;
  const { portal } = world.portal;
  const body = { password: buildProof(WRONG) };
  return [
    await measure('plant sign-in', pairs, async (username) => {
      plant.clock.now = new Date(Date.parse(plant.clock.now) + DAY_MS).toISOString();
      return injectRaw(plant.app, plantLogin, { body: { username, password: WRONG } });
    }),
    await measure('portal sign-in', pairs, async (username, headers) => {
      portal.clock.advance(DAY_MS);
      return injectRaw(portal.app, login, { body: { ...body, username } }, { headers });
    }),
    await measure('portal parameters', pairs, async (username, headers) =>
      injectRaw(portal.app, authParams, { body: { username } }, { headers }),
    ),
  ];
}

type Call = (username: string, headers: Record<string, string>) => Promise<{ readonly status: number }>;
/** Names that both servers have. */
const KNOWN = { plant: ['operatore', 'comune', 'quattro', 'capo'], portal: ['anna', 'bruno', 'carla', 'dario'] };

async function measure(name: string, pairs: number, call: Call): Promise<SignInTimes> {
  const names = name.startsWith('plant') ? KNOWN.plant : KNOWN.portal;
  const times = { known: [] as number[], unknown: [] as number[] };
  const statuses = new Set<number>();
  for (let turn = 0; turn < pairs; turn += 1) {
    const order = turn % 2 === 0 ? (['known', 'unknown'] as const) : (['unknown', 'known'] as const);
    for (const [at, kind] of order.entries()) {
      const username = kind === 'known' ? (names[turn % names.length] ?? '') : `nessuno${turn}`;
      const headers = { 'x-forwarded-for': `10.${at}.${(turn >> 8) & 255}.${turn & 255}` };
      const startedAt = performance.now();
      statuses.add((await call(username, headers)).status);
      times[kind].push(performance.now() - startedAt);
    }
  }
  if (statuses.size !== 1) throw new Error(`${name}: answered with ${[...statuses].join()}`);
  const [known, unknown] = [median(times.known), median(times.unknown)];
  const differencePercent = (Math.max(known, unknown) / Math.min(known, unknown) - 1) * 100;
  return { call: name, known, unknown, differencePercent };
}
