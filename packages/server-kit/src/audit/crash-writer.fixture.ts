import { Pool } from 'pg';
import { openAuditWriter } from './audit-writer.ts';

// Eight concurrent callers that record and, once an entry is durable, print its number as their "response"; they run
// until killed.
const pool = new Pool({ connectionString: process.argv[2], max: 1, pipeline: true });
const identity = { host: 'cesena.example', log: '7b0d7c2e-5d1f-4a53-9f0e-2d4a5c6b7e81' };
const writer = await openAuditWriter({ pool, identity });
const actor = { kind: 'user', id: '12', name: 'm.rossi', group: 'fdo', level: 6, session: null } as const;

async function recordForever(): Promise<never> {
  for (;;) {
    const { seq } = await writer.record({
      action: 'transits.search',
      outcome: 'ok',
      actor,
      from: { ip: null, client: null },
      req: null,
      detail: { f_targa: 'AB*' },
    });
    process.stdout.write(`${seq}\n`);
  }
}
await Promise.all(Array.from({ length: 8 }, recordForever));
