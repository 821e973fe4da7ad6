import { createHash } from 'node:crypto';
import { closeSync, fsyncSync, mkdirSync, openSync, readFileSync, writeSync } from 'node:fs';
import { dirname } from 'node:path';
import { RegistryLookUpKind, type Charge, type RegistryLookUpRequest } from '@varco/contract/registry/look-up.ts';
import { z } from 'zod';

const LedgerLine = z.object({
  charge_id: z.uuid(),
  /** Salted hash of the request: distinguishes a repetition from another request, and reveals nothing else. */
  question: z.string(),
  kind: RegistryLookUpKind,
  receipt: z.string(),
  cents: z.int(),
  at: z.string(),
});
export type ChargeLine = z.infer<typeof LedgerLine>;

/** Charges of the account: one line for each request, on disk before the response is sent. */
export interface ChargeLedger {
  /** The charge under an id; null: none yet. */
  find(chargeId: string): ChargeLine | null;
  /** True when the charge was made for exactly this request. */
  isForRequest(line: ChargeLine, question: RegistryLookUpRequest): boolean;
  charge(chargeId: string, question: RegistryLookUpRequest, cents: number, at: string): Charge;
  /** Newest first. */
  all(): readonly ChargeLine[];
}

/** @param file file of the lines; empty: in memory only */
export function openChargeLedger(file: string): ChargeLedger {
  if (file !== '') checkWritable(file);
  const lines = new Map<string, ChargeLine>(readLines(file).map((line) => [line.charge_id, line]));
  return {
    find: (chargeId) => lines.get(chargeId) ?? null,
    isForRequest: (line, question) => line.question === hashRequest(line.charge_id, question),
    charge(chargeId, question, cents, at) {
      const receipt = `R${at.slice(0, 10).replaceAll('-', '')}-${String(lines.size + 1).padStart(6, '0')}`;
      const line = {
        charge_id: chargeId,
        question: hashRequest(chargeId, question),
        kind: question.kind,
        receipt,
        cents,
        at,
      };
      if (file !== '') appendLine(file, line);
      lines.set(chargeId, line);
      return { receipt, cents, at };
    },
    all: () => [...lines.values()].toReversed(),
  };
}

/** A charge that cannot be stored must be known before the first look-up. Throws the error of the system. */
function checkWritable(file: string): void {
  mkdirSync(dirname(file), { recursive: true });
  closeSync(openSync(file, 'a', 0o600));
}

/** A line truncated by a power failure was never answered: it is ignored. */
function readLines(file: string): ChargeLine[] {
  if (file === '') return [];
  let text: string;
  try {
    text = readFileSync(file, 'utf8');
  } catch {
    return [];
  }
  return text.split('\n').flatMap((row) => {
    try {
      const parsed = LedgerLine.safeParse(JSON.parse(row));
      return parsed.success ? [parsed.data] : [];
    } catch {
      return [];
    }
  });
}

function appendLine(file: string, line: ChargeLine): void {
  const handle = openSync(file, 'a', 0o600);
  try {
    // The leading newline separates this line from a truncated one before it.
    writeSync(handle, `\n${JSON.stringify(line)}`);
    fsyncSync(handle);
  } finally {
    closeSync(handle);
  }
}

function hashRequest(salt: string, { kind, key, vehicle_kind: vehicle }: RegistryLookUpRequest): string {
  return createHash('sha256')
    .update(JSON.stringify([salt, kind, key.kind, key.value, vehicle]))
    .digest('base64url');
}
