import type { AuditRecord, AuditSink } from '../audit/audit-sink.ts';

/** A consultation log in memory, for tests that check what was recorded. */
export interface MemoryAudit extends AuditSink {
  readonly records: AuditRecord[];
  /** Makes every write fail, as with a full or lost database. */
  refuseWrites(): void;
  /** Makes writes succeed again. */
  acceptWrites(): void;
}

export function createMemoryAudit(): MemoryAudit {
  const records: AuditRecord[] = [];
  let refuses = false;
  return {
    records,
    refuseWrites: () => {
      refuses = true;
    },
    acceptWrites: () => {
      refuses = false;
    },
    isWritable: () => !refuses,
    async record(record) {
      if (refuses) throw new Error('refused');
      records.push(record);
      return { epoch: 1, seq: records.length };
    },
  };
}
