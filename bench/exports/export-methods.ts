import { randomBytes, randomUUID } from 'node:crypto';
import { join } from 'node:path';
import { setTimeout as wait } from 'node:timers/promises';
import { EXPORT_KEY_HEADER, listExports, startExport } from '@varco/contract/portal/exports.ts';
import { SavedExport } from '@varco/contract/portal/saved-export.ts';
import { getOperationStatus } from '@varco/domain/exports/export-status.ts';
import type { ExportParameters } from '@varco/evidence/parameter-file.ts';
import { fetchPart } from '@varco/exporter/plant-part.ts';
import { writeArchive } from '@varco/exporter/write-export.ts';
import { getPortalDataDir } from '../../tools/demo/fill-portal.ts';
import { CALLERS } from '../portal/callers.ts';
import { CLIENT_HEADERS, createEmptyJar, deriveProof, signInCaller } from '../portal/portal-client.ts';
import type { HealthyWorld } from '../world/healthy-world.ts';
import { requestDelegation, type BenchPlant } from './plant-calls.ts';

interface ExportRequest {
  readonly plants: readonly BenchPlant[];
  /** The filter of each plant. */
  readonly windows: readonly Record<string, unknown>[];
  readonly withPictures: boolean;
  /** An empty folder for intermediate files. */
  readonly folder: string;
}

interface CompletedExport {
  readonly path: string;
  readonly password: string;
  readonly transits: number;
}

/** Creates an export, from the delegations of the plants to the complete file. */
export type ExportMethod = (world: HealthyWorld, order: ExportRequest) => Promise<CompletedExport>;

const createPassword = (): string => randomBytes(32).toString('base64url');

const requestDelegations = (
  { plants, windows, withPictures }: ExportRequest,
  guid: string,
  mode: 'direct' | 'portal',
): Promise<ExportParameters['peers'][number][]> =>
  Promise.all(plants.map((plant, i) => requestDelegation(plant, guid, i + 1, windows[i] ?? {}, withPictures, mode)));

/** Direct export: every part is downloaded and all are combined here. */
export const exportDirectly: ExportMethod = async (_world, order) => {
  const [guid, password] = [randomUUID(), createPassword()];
  const peers = await requestDelegations(order, guid, 'direct');
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
async function callPortal(world: HealthyWorld, headers: Headers, path: string, init: RequestInit): Promise<unknown> {
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
export async function signInPortalUser(world: HealthyWorld): Promise<Headers> {
  const { portalUrl } = world.layout;
  const [username = ''] = CALLERS;
  const token = await signInCaller(portalUrl, username, await deriveProof(portalUrl, username), createEmptyJar());
  const headers = {
    authorization: `Bearer ${token}`,
    [EXPORT_KEY_HEADER]: createPassword(),
    Origin: portalUrl,
    ...CLIENT_HEADERS,
  };
  const { exports } = listExports.response.parse(await callPortal(world, headers, listExports.path, {}));
  for (const { id } of exports) await callPortal(world, headers, `${startExport.path}/${id}`, { method: 'DELETE' });
  return headers;
}

/** Portal export as the browser requests it: the portal collects the parts from the plants and builds the file. */
export const exportThroughPortal =
  (headers: Headers): ExportMethod =>
  async (world, order) => {
    const [guid, password] = [randomUUID(), createPassword()];
    const peers = (await requestDelegations(order, guid, 'portal')).map(({ url, label, jwt, filter, peer_number }) => ({
      ...{ url, label, jwt, filter, peer_number },
    }));
    await callPortal(world, headers, startExport.path, {
      method: 'POST',
      body: JSON.stringify({
        ...{ guid, label: 'misura', peers, encryption_key: password, notes: '', watermark_tag: '' },
        ...{ without_images: !order.withPictures, with_context_images: false },
      }),
    });
    for (;;) {
      const saved = SavedExport.parse(await callPortal(world, headers, `${startExport.path}/${guid}`, {}));
      const status = getOperationStatus(saved.progress);
      if (status === 3) {
        const path = join(getPortalDataDir(world.layout), 'exports', guid, 'export.zip');
        return { path, password, transits: saved.transits };
      }
      if (status > 3) throw new Error(`the export ended as ${status}: ${JSON.stringify(saved.peers)}`);
      await wait(200);
    }
  };
