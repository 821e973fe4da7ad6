import type { AuditLogEntry } from '@varco/contract/audit-log.ts';
import { toBase64Url } from '@varco/domain/audit/audit-bytes.ts';
import { AUDIT_OUTCOMES } from '@varco/domain/audit/audit-entry.ts';
import { z } from 'zod';
import type { EntryRow } from './audit-read.repository.ts';

const nullableText = z.string().nullable();
const StoredEntry = z.object({
  action: z.string(),
  outcome: z.enum(AUDIT_OUTCOMES),
  actor: z.object({
    kind: z.string(),
    id: nullableText,
    name: nullableText,
    group: nullableText,
    level: z.number().nullable(),
  }),
  from: z.object({ ip: nullableText, client: nullableText }),
  count: z.number().nullable(),
  bytes: z.number().nullable(),
  reason: z.object({ code: z.string(), case: nullableText }).nullable(),
});
const StoredDetail = z.record(z.string(), z.json());

/** An entry as shown to a person. The text of the reason, stored in the detail, is put back into the reason. */
export function toAuditLogEntry(row: EntryRow): AuditLogEntry {
  const entry = StoredEntry.parse(JSON.parse(row.body));
  const { reason_text, ...detail } = row.detail === null ? {} : StoredDetail.parse(JSON.parse(row.detail));
  return {
    epoch: row.epoch,
    seq: Number(row.seq),
    at: row.at,
    ...entry,
    reason:
      entry.reason === null ? null : { ...entry.reason, text: typeof reason_text === 'string' ? reason_text : null },
    detail: row.detail === null ? null : detail,
    hash: toBase64Url(row.hash),
  };
}
