// Separate program for embedded.test.ts, which kills it: starts a database and prints its address.
import { startEmbeddedPostgres } from './embedded.ts';

const server = await startEmbeddedPostgres({ dataDir: process.argv[2] ?? '', durable: false });
process.stdout.write(`${server.url('postgres', 'admin')}\n`);
