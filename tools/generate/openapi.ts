import { readFile } from 'node:fs/promises';
import { join } from 'node:path';
import { PLANT_API } from '@varco/contract/plant-api.ts';
import { PORTAL_API } from '@varco/contract/portal-api.ts';
import { buildOpenApiDocument } from '@varco/server-kit/openapi/openapi-document.ts';
import { z } from 'zod';
import { root } from '../checks/run-steps.ts';

/** A committed file generated from other sources: path in the repository and expected content. */
export interface GeneratedFile {
  path: string;
  text: string;
}

/** The API descriptions of portal and plant. */
export async function buildOpenApiFiles(): Promise<GeneratedFile[]> {
  const manifest: unknown = JSON.parse(await readFile(join(root, 'package.json'), 'utf8'));
  const { version } = z.object({ version: z.string() }).parse(manifest);
  const portal = buildOpenApiDocument({ title: 'Varco portal', version }, PORTAL_API);
  const plant = buildOpenApiDocument({ title: 'Varco plant', version }, PLANT_API);
  return [
    { path: 'apps/portal-server/openapi.json', text: `${JSON.stringify(portal, null, 2)}\n` },
    { path: 'apps/plant-server/openapi.json', text: `${JSON.stringify(plant, null, 2)}\n` },
  ];
}

/** Complaints about committed files that differ from what their sources generate. */
export async function findStaleFiles(files: readonly GeneratedFile[], command: string): Promise<string[]> {
  const complaints: string[] = [];
  for (const { path, text } of files) {
    const committed = await readFile(join(root, path), 'utf8').catch(() => '');
    if (committed !== text) complaints.push(`${path} is not up to date: run npm run ${command} and commit it`);
  }
  return complaints;
}
