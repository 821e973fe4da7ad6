import type { AuditRecord, AuditSink } from '../audit/audit-sink.ts';

/** A consultation log in memory, for tests of a server's routes that look at what was recorded. */
export interface MemoryAudit extends AuditSink {
  readonly records: AuditRecord[];
  /** From now on every write is refused, as with a full or lost database. */
  refuseWrites(): void;
  /** From now on they are taken again. */
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
