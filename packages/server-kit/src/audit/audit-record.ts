import { randomBytes } from 'node:crypto';
import type { AuditEntry } from '@varco/domain/audit/audit-entry.ts';
import { DETAIL_SALT_BYTES, computeDetailCommitment } from '@varco/domain/audit/audit-hash.ts';
import { type JsonObject, canonicalJson, repairText, toAuditJson } from '@varco/domain/audit/canonical-json.ts';
import type { AuditRecord } from './audit-sink.ts';
import { sha256OfParts } from './sha256.ts';

/** A record ready to be appended: everything but sequence number, link and time. */
export interface PreparedRecord {
  readonly entry: Omit<AuditEntry, 'v' | 'log' | 'epoch' | 'seq' | 'at'>;
  readonly salt: Buffer | null;
  readonly detail: string | null;
}

/** Serialises a record and commits to its detail. Throws `RangeError` when it is nested too deeply. */
export function prepareRecord(record: AuditRecord): PreparedRecord {
  const members = { ...record.detail, ...(record.reason ? { reason_text: record.reason.text } : {}) };
  const detail = Object.keys(members).length === 0 ? null : canonicalJson(toAuditJson(members));
  const salt = detail === null ? null : randomBytes(DETAIL_SALT_BYTES);
  const entry: JsonObject & PreparedRecord['entry'] = {
    action: record.action,
    outcome: record.outcome,
    actor: {
      ...record.actor,
      id: repairNullable(record.actor.id),
      name: repairNullable(record.actor.name),
      group: repairNullable(record.actor.group),
      session: repairNullable(record.actor.session),
    },
    from: { ip: repairNullable(record.from.ip), client: repairNullable(record.from.client) },
    req: repairNullable(record.req),
    count: record.count ?? null,
    bytes: record.bytes ?? null,
    reason: record.reason ? { code: record.reason.code, case: repairNullable(record.reason.case) } : null,
    detail: detail === null || salt === null ? null : computeDetailCommitment(sha256OfParts, salt, detail),
  };
  canonicalJson(entry);
  return { entry, salt, detail };
}

const repairNullable = (text: string | null): string | null => (text === null ? null : repairText(text));
