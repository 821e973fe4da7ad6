import { parentPort, workerData } from 'node:worker_threads';
import pg from 'pg';
import type { RangeWorkerReply } from './range-workers.ts';
import { type LogRange, verifyRange } from './verify-range.repository.ts';

// Thread that verifies the ranges it is sent, one after another, on a connection of its own. `workerData` is the address
// of the database. The message null ends it.

const describeFailure = (error: unknown): RangeWorkerReply => ({
  type: 'failed',
  message: error instanceof Error ? error.message : String(error),
  code: error instanceof Error && 'code' in error ? String(error.code) : null,
});

async function serve(databaseUrl: string): Promise<void> {
  const port = parentPort;
  if (port === null) throw new Error('not started as a thread');
  const client = new pg.Client({ connectionString: databaseUrl, application_name: 'varco audit verify' });
  // A connection lost while idle is reported by the next statement.
  client.on('error', () => {});
  const connected = client.connect();
  const reply = async (range: LogRange): Promise<RangeWorkerReply> => {
    try {
      await connected;
      return { type: 'verified', verified: await verifyRange(client, range) };
    } catch (error) {
      return describeFailure(error);
    }
  };
  let queue = connected.then(
    () => {},
    () => {},
  );
  let isStopped = false;
  const end = async (): Promise<void> => {
    isStopped = true;
    await queue;
    await client.end().catch(() => {});
    port.close();
  };
  port.on('message', (range: LogRange | null) => {
    if (range === null) void end();
    else
      queue = queue.then(async () => {
        if (isStopped) return;
        const message = await reply(range);
        port.postMessage(message, message.type === 'verified' ? [message.verified.hashes.buffer] : []);
      });
  });
}

await serve(workerData);
