import type { AuditSink } from '@varco/server-kit/audit/audit-sink.ts';
import { openAuditWriter } from '@varco/server-kit/audit/audit-writer.ts';
import type { Pool } from 'pg';

/** Runs what a program of a plant changes, with the consultation log of the plant: each change is there before it is durable. */
export async function withAudit<T>(
  pool: Pool,
  { uuid, address }: { readonly uuid: string; readonly address: string },
  work: (audit: AuditSink) => Promise<T>,
): Promise<T> {
  const audit = await openAuditWriter({ pool, identity: { host: new URL(address).host, log: uuid } });
  try {
    return await work(audit);
  } finally {
    await audit.close();
  }
}
