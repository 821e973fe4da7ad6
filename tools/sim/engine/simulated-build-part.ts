// Loaded by the plant server's export code in the place of building a part, which is SQL and files: the part is invented bytes.
import { createHash } from 'node:crypto';
import { join } from 'node:path';
import type { ExportJob } from '../../../apps/plant-server/src/features/exports/export-jobs.repository.ts';
import { type ClaimedJob, ExportFailed } from '../../../apps/plant-server/src/features/exports/export-work.ts';
import { getScheduler } from './current-day.ts';
import { getFiles } from './simulated-files.ts';

const MAX_BYTES = 30_000;
const MAX_STEP_MS = 20_000;
/** Share of steps that fail and are done again, and of parts that are above the limit of their person. */
const INTERRUPTED_SHARE = 0.04;
const LIMIT_SHARE = 0.12;

/** Stores progress in two steps, then the finished part, as the product does. */
export async function buildPart(
  { exportFolder }: { readonly exportFolder: string },
  claim: ClaimedJob,
): Promise<ExportJob> {
  const { id } = claim.job;
  const total = 1 + Math.floor(Math.random() * 2_000);
  for (const done of [0, Math.ceil(total / 2), total]) {
    await new Promise((resolve) => void setTimeout(resolve, Math.random() * MAX_STEP_MS));
    claim.signal.throwIfAborted();
    if (Math.random() < INTERRUPTED_SHARE) throw new Error('interrupted');
    await claim.update({ total, done });
  }
  if (Math.random() < LIMIT_SHARE) throw new ExportFailed('limit');
  const bytes = Buffer.from(
    Array.from({ length: 1 + Math.floor(Math.random() * MAX_BYTES) }, () => Math.random() * 256),
  );
  getFiles(getScheduler().current).set(join(exportFolder, id, 'part.zip'), bytes);
  const sha256 = createHash('sha256').update(bytes).digest('hex');
  return claim.update({ state: 'sending', bytes: bytes.length, sha256, tries: 0 });
}
