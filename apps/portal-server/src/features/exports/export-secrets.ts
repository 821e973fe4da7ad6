import { z } from 'zod';
import { ExportFilter } from '@varco/contract/portal/saved-export.ts';
import type { ServerKey } from '../../auth/server-key.ts';

/**
 * Secrets of an export, sealed under the server's key, so that the database contains none in clear (security rules,
 * part 3).
 */

const JobSecrets = z.object({ password: z.string(), reason: z.string().nullable() });
/** Password of the file, and the stated reason as its header. Deleted at the end of the export. */
export type JobSecrets = z.infer<typeof JobSecrets>;

const PartSecrets = z.object({ jwt: z.string(), filter: ExportFilter });
/** Delegation of the plant, and the requested filter. Deleted at the end of the export. */
export type PartSecrets = z.infer<typeof PartSecrets>;

const encodeJson = (value: unknown): Uint8Array => new TextEncoder().encode(JSON.stringify(value));
const decodeJson = (value: Buffer): unknown => JSON.parse(value.toString('utf8'));
const buildJobContext = (guid: string): string => `export-job/${guid}`;
const buildPartContext = (guid: string, peerNumber: number): string => `export-part/${guid}/${peerNumber}`;
const buildParametersContext = (guid: string): string => `export-parameters/${guid}`;

export const sealJobSecrets = (key: ServerKey, guid: string, secrets: JobSecrets): Buffer =>
  key.seal(buildJobContext(guid), encodeJson(secrets));
export const openJobSecrets = (key: ServerKey, guid: string, sealed: Buffer): JobSecrets =>
  JobSecrets.parse(decodeJson(key.open(buildJobContext(guid), sealed)));

export const sealPartSecrets = (key: ServerKey, guid: string, peerNumber: number, secrets: PartSecrets): Buffer =>
  key.seal(buildPartContext(guid, peerNumber), encodeJson(secrets));
export const openPartSecrets = (key: ServerKey, guid: string, peerNumber: number, sealed: Buffer): PartSecrets =>
  PartSecrets.parse(decodeJson(key.open(buildPartContext(guid, peerNumber), sealed)));

export const sealExportFilter = (key: ServerKey, guid: string, filter: ExportFilter): Buffer =>
  key.seal(buildParametersContext(guid), encodeJson(filter));
/** Null: sealed under a key this server no longer has. */
export function openExportFilter(key: ServerKey, guid: string, sealed: Buffer): ExportFilter | null {
  try {
    return ExportFilter.parse(decodeJson(key.open(buildParametersContext(guid), sealed)));
  } catch {
    return null;
  }
}
