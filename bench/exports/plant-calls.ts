import { plantLogin, PlantLoginResponse } from '@varco/contract/plant/auth.ts';
import { delegateExport, estimateExport, PlantKeys, plantKeys } from '@varco/contract/plant/exports.ts';
import { encodeReason, REASON_HEADER } from '@varco/contract/reason.ts';
import { searchTransits } from '@varco/contract/plant/transits.ts';
import type { ExportParameters } from '@varco/evidence/parameter-file.ts';
import { createPool } from '@varco/server-kit/database/pool.ts';
import { DEMO_PEOPLE } from '../../tools/demo/people.ts';
import { buildPlantAccount } from '../../tools/demo/plant-seed.ts';
import type { HealthyWorld } from '../world/healthy-world.ts';

/** A plant with a signed-in user. */
export interface BenchPlant {
  readonly code: string;
  readonly url: string;
  readonly database: string;
  readonly dataDir: string;
  readonly headers: Readonly<Record<string, string>>;
}

const REASON = encodeReason({ code: 'training', text: 'misura delle esportazioni', case: '1/2026' });

/** Signs the first demo user in to every plant. */
export function signInPlants({ layout }: HealthyWorld): Promise<readonly BenchPlant[]> {
  const [person] = DEMO_PEOPLE;
  if (person === undefined) throw new Error('the demo has no people');
  return Promise.all(
    layout.plants.map(async ({ sim, url, database, dataDir }) => {
      const { token } = PlantLoginResponse.parse(
        await postToPlant(url, plantLogin.path, buildPlantAccount(person, sim.code), {}),
      );
      const headers = { authorization: `Bearer ${token}`, [REASON_HEADER]: REASON };
      return { code: sim.code.toLowerCase(), url, database, dataDir, headers };
    }),
  );
}

/**
 * The daily quota is made for people: exports of earlier runs are dated back one day. Their files are deleted when
 * they expire.
 */
export async function resetQuota({ layout, postgres }: HealthyWorld): Promise<void> {
  for (const { database } of layout.plants) {
    const pool = createPool({ url: postgres.url(database, 'owner'), applicationName: 'varco bench', max: 1 });
    try {
      await pool.query(`update export_job set created_at = created_at - interval '2 days' where ended_at is not null`);
    } finally {
      await pool.end();
    }
  }
}

async function postToPlant(
  url: string,
  path: string,
  body: unknown,
  headers: Readonly<Record<string, string>>,
): Promise<unknown> {
  const answer = await fetch(new URL(path, url), {
    method: 'POST',
    headers: { 'content-type': 'application/json', ...headers },
    body: JSON.stringify(body),
  });
  if (!answer.ok) throw new Error(`${path} answered ${answer.status}: ${(await answer.text()).slice(0, 300)}`);
  return answer.json();
}

/** Runs a search for one page and returns its duration in milliseconds. */
export async function timeSearch({ url, headers }: BenchPlant): Promise<number> {
  const begunAt = performance.now();
  await postToPlant(url, searchTransits.path, { page_size: 50 }, headers);
  return performance.now() - begunAt;
}

/** A time filter that matches about the given number of the newest transits. */
export async function findExportWindow(
  { postgres }: HealthyWorld,
  { database }: BenchPlant,
  count: number,
): Promise<Record<string, unknown>> {
  const pool = createPool({ url: postgres.url(database, 'owner'), applicationName: 'varco bench', max: 1 });
  try {
    const { rows } = await pool.query<{ ts: string }>(
      'select ts from transit order by ts desc, id desc offset $1 limit 1',
      [count - 1],
    );
    return { f_startTime: rows[0]?.ts };
  } finally {
    await pool.end();
  }
}

/** Estimate that the export form queries first. */
export async function fetchEstimate(
  { url, headers }: BenchPlant,
  filter: Record<string, unknown>,
  withPictures: boolean,
): Promise<void> {
  const contents = { filter, without_images: !withPictures, with_context_images: false };
  await postToPlant(url, estimateExport.path, contents, headers);
}

/** Requests an export delegation for these transits. */
export async function requestDelegation(
  { url, code, headers }: BenchPlant,
  guid: string,
  number: number,
  filter: Record<string, unknown>,
  withPictures: boolean,
  mode: 'direct' | 'portal',
): Promise<ExportParameters['peers'][number]> {
  const contents = { filter, without_images: !withPictures, with_context_images: false, watermark_tag: '' };
  const answer = await postToPlant(url, delegateExport.path, { ...contents, export_guid: guid, mode }, headers);
  const sent = PlantKeys.parse(await (await fetch(new URL(plantKeys.path, url))).json());
  const jwt = String(Reflect.get(Object(answer), 'jwt'));
  return { ...contents, peer_number: number, url, label: code, jwt, keys: sent.keys };
}
