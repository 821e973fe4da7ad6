import { randomBytes, randomUUID } from 'node:crypto';
import { join } from 'node:path';
import { setTimeout as wait } from 'node:timers/promises';
import { EXPORT_KEY_HEADER, listExports, startExport } from '@varco/contract/portal/exports.ts';
import { SavedExport } from '@varco/contract/portal/saved-export.ts';
import { operationStatus } from '@varco/domain/exports/export-status.ts';
import type { ExportParameters } from '@varco/evidence/parameter-file.ts';
import { fetchPart } from '@varco/exporter/plant-part.ts';
import { writeArchive } from '@varco/exporter/write-export.ts';
import { portalDataDir } from '../../tools/demo/fill-portal.ts';
import { CALLERS } from '../portal/callers.ts';
import { CLIENT_HEADERS, emptyJar, proofOf, signInCaller } from '../portal/portal-client.ts';
import type { HealthyWorld } from '../world/healthy-world.ts';
import { askLeave, type BenchPlant } from './plant-calls.ts';

interface ExportOrder {
  readonly plants: readonly BenchPlant[];
  /** The filter of each plant. */
  readonly windows: readonly Record<string, unknown>[];
  readonly withPictures: boolean;
  /** An empty folder for intermediate files. */
  readonly folder: string;
}

interface MadeExport {
  readonly path: string;
  readonly password: string;
  readonly transits: number;
}

/** Creates an export, from the delegations of the plants to the complete file. */
export type Way = (world: HealthyWorld, order: ExportOrder) => Promise<MadeExport>;

const newPassword = (): string => randomBytes(32).toString('base64url');

const leaves = (
  { plants, windows, withPictures }: ExportOrder,
  guid: string,
  mode: 'direct' | 'portal',
): Promise<ExportParameters['peers'][number][]> =>
  Promise.all(plants.map((plant, i) => askLeave(plant, guid, i + 1, windows[i] ?? {}, withPictures, mode)));

/** Direct export: every part is downloaded and all are combined here. */
export const directWay: Way = async (_world, order) => {
  const [guid, password] = [randomUUID(), newPassword()];
  const peers = await leaves(order, guid, 'direct');
  const silent = { building: () => {}, downloading: () => {} };
  const never = new AbortController().signal;
  const parts = await Promise.all(
    peers.map(async (peer) => {
      const path = join(order.folder, `${peer.peer_number}.zip`);
      const part = await fetchPart({ peer, guid, zipPassword: password, path }, silent, never);
      return { peer, path, fault: null, transits: part.progress_count, whole: part.complete };
    }),
  );
  const now = new Date().toISOString();
  const path = join(order.folder, 'whole.zip');
  const facts = { guid, created_at: now, expires_at: now, user: 'bench', notes: '', zip_password: password, peers };
  await writeArchive(facts, parts, path, now);
  return { path, password, transits: parts.reduce((sum, part) => sum + part.transits, 0) };
};

type Headers = Readonly<Record<string, string>>;

/** Calls the portal; throws with its response when it refuses. */
async function askPortal(world: HealthyWorld, headers: Headers, path: string, init: RequestInit): Promise<unknown> {
  const answer = await fetch(new URL(path, world.layout.portalUrl), {
    ...init,
    headers: { ...headers, ...(init.body === undefined ? {} : { 'content-type': 'application/json' }) },
  });
  const text = await answer.text();
  if (!answer.ok) throw new Error(`${path} answered ${answer.status}: ${text.slice(0, 300)}`);
  return text === '' ? null : JSON.parse(text);
}

/**
 * A portal user without exports of earlier runs, because at most ten are stored. Cached: the sign-in is not measured.
 */
export async function portalPerson(world: HealthyWorld): Promise<Headers> {
  const { portalUrl } = world.layout;
  const [username = ''] = CALLERS;
  const token = await signInCaller(portalUrl, username, await proofOf(portalUrl, username), emptyJar());
  const headers = {
    authorization: `Bearer ${token}`,
    [EXPORT_KEY_HEADER]: newPassword(),
    Origin: portalUrl,
    ...CLIENT_HEADERS,
  };
  const { exports } = listExports.response.parse(await askPortal(world, headers, listExports.path, {}));
  for (const { id } of exports) await askPortal(world, headers, `${startExport.path}/${id}`, { method: 'DELETE' });
  return headers;
}

/** Portal export as the browser requests it: the portal collects the parts from the plants and builds the file. */
export const portalWay =
  (headers: Headers): Way =>
  async (world, order) => {
    const [guid, password] = [randomUUID(), newPassword()];
    const peers = (await leaves(order, guid, 'portal')).map(({ url, label, jwt, filter, peer_number }) => ({
      ...{ url, label, jwt, filter, peer_number },
    }));
    await askPortal(world, headers, startExport.path, {
      method: 'POST',
      body: JSON.stringify({
        ...{ guid, label: 'misura', peers, encryption_key: password, notes: '', watermark_tag: '' },
        ...{ without_images: !order.withPictures, with_context_images: false },
      }),
    });
    for (;;) {
      const saved = SavedExport.parse(await askPortal(world, headers, `${startExport.path}/${guid}`, {}));
      const status = operationStatus(saved.progress);
      if (status === 3) {
        const path = join(portalDataDir(world.layout), 'exports', guid, 'export.zip');
        return { path, password, transits: saved.transits };
      }
      if (status > 3) throw new Error(`the export ended as ${status}: ${JSON.stringify(saved.peers)}`);
      await wait(200);
    }
  };
