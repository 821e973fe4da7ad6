import { randomUUID } from 'node:crypto';
import { writeFile } from 'node:fs/promises';
import { setTimeout as delay } from 'node:timers/promises';
import { delegateExport, fetchExportPart, getExportPart, pushExport } from '@varco/contract/plant/exports.ts';
import { verifyExport } from '@varco/evidence/verify.ts';
import { z } from 'zod';
import { type Caller, type Headers, isDone } from './caller.ts';
import type { Loss } from './compare.ts';
import type { Ledger, SentExport } from './ledger.ts';

/** Password of the drill's files; invented. */
const ZIP_PASSWORD = 'drill-of-bad-days-0123456789abcdef';
/** Time to finish, counted from the first check: an export process lets all others go first. */
const FINISH_MS = 90_000;
const Delegation = z.object({ jwt: z.string() });
const Part = z.object({ phase: z.string(), progress_count: z.int() });

/** Transits that an export of the round selects. */
export interface ExportSource {
  readonly tag: string;
  readonly transits: number;
}

const buildContents = ({ tag }: ExportSource) => ({
  ...{ filter: { f_targa: `${tag}*` }, without_images: true, with_context_images: false, watermark_tag: '' },
});

/** Starts an export of an earlier round and writes down whether that was acknowledged. Repeats the call like a browser. */
export async function startExport(
  caller: Caller,
  person: Headers,
  source: ExportSource,
  ledger: Ledger,
): Promise<() => Promise<void>> {
  const guid = randomUUID();
  const contents = buildContents(source);
  const delegated = await caller.insist('POST', delegateExport.path, person, {
    ...contents,
    ...{ export_guid: guid, mode: 'direct' },
  });
  const { jwt } = Delegation.parse(delegated);
  const sent: SentExport = { guid, jwt, expected: source.transits, isAcknowledged: false };
  ledger.exports.push(sent);
  const body = { ...contents, export_guid: guid, encryption_key: ZIP_PASSWORD, peer_number: 1 };
  return async () => {
    sent.isAcknowledged = isDone(await caller.post(pushExport.path, { authorization: `Bearer ${jwt}` }, body));
  };
}

/** Waits for an acknowledged export and verifies its file: all transits, each once. */
export async function checkExport(
  caller: Caller,
  { guid, jwt, expected, isAcknowledged }: SentExport,
  folder: string,
): Promise<readonly Loss[]> {
  if (!isAcknowledged) return [];
  const delegation = { authorization: `Bearer ${jwt}` };
  const deadline = performance.now() + FINISH_MS;
  const lose = (how: Loss['how'], text: string): readonly Loss[] => [
    { what: 'export', how, detail: `${guid}: ${text}` },
  ];
  for (;;) {
    const path = getExportPart.path.replace(':guid', guid);
    const part = Part.parse(await caller.insist('GET', path, delegation));
    if (part.phase === 'ready') break;
    if (['failed', 'cancelled', 'timed_out'].includes(part.phase)) return lose('lost', part.phase);
    if (performance.now() > deadline) return lose('lost', `still ${part.phase}, ${part.progress_count} transits`);
    await delay(300);
  }
  const file = await caller.insist('GET', fetchExportPart.path.replace(':guid', guid), delegation);
  if (!Buffer.isBuffer(file)) return lose('lost', 'no file');
  const zip = `${folder}/${guid}.zip`;
  await writeFile(zip, file);
  const verified = await verifyExport(zip, { password: ZIP_PASSWORD, keys: [] });
  const transits = verified.parts[0]?.manifest?.completeness.transits ?? 0;
  if (verified.findings.length > 0) return lose('half', JSON.stringify(verified.findings));
  if (transits === expected) return [];
  return lose(transits > expected ? 'doubled' : 'lost', `${transits} transits of ${expected}`);
}
