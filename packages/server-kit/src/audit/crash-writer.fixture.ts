import { Pool } from 'pg';
import { openAuditWriter } from './audit-writer.ts';

// Eight callers that record and, once the entry is durable, "answer" by printing its number; until they are killed.
const pool = new Pool({ connectionString: process.argv[2], max: 1 });
const identity = { host: 'cesena.example', log: '7b0d7c2e-5d1f-4a53-9f0e-2d4a5c6b7e81' };
const writer = await openAuditWriter({ pool, identity });
const actor = { kind: 'user', id: '12', name: 'm.rossi', group: 'fdo', level: 6, session: null } as const;

async function call(): Promise<never> {
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
await Promise.all(Array.from({ length: 8 }, call));
