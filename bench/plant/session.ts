import { Client } from 'pg';
import { dropFromPageCache } from '../data/page-cache.ts';
import { USERS } from '../data/plant.ts';
import { DATABASE, getPostgresFolder, startPostgres } from '../data/postgres.ts';
import { signInPlantUser } from './plant-client.ts';
import { type PlantDatabase, type PlantProcess, startPlantProcess } from './plant-process.ts';

/** Interval at which the rate-limit counters of the plant, which are made for people, are cleared. */
const RESET_INTERVAL_MS = 2_000;

/** A running plant on the benchmark data, with its users signed in. */
export interface Session {
  readonly owner: Client;
  readonly plant: PlantProcess;
  readonly users: readonly Readonly<Record<string, string>>[];
  /** False: the files could not be dropped from memory, so first accesses are faster than they should be. */
  readonly isCold: boolean;
  stop(): Promise<void>;
}

async function connectOwner(postgres: PlantDatabase): Promise<Client> {
  const owner = new Client({ connectionString: postgres.url(DATABASE, 'owner') });
  owner.on('error', () => {});
  await owner.connect();
  return owner;
}

/** Uses PostgreSQL alone, before the plant runs. */
export async function withPostgres<T>(dataDir: string, use: (owner: Client) => Promise<T>): Promise<T> {
  const postgres = await startPostgres(dataDir, 'serving');
  try {
    const owner = await connectOwner(postgres);
    try {
      return await use(owner);
    } finally {
      await owner.end();
    }
  } finally {
    await postgres.stop();
  }
}

/** Starts everything cold: the database files are dropped from memory first. `env`: settings for the plant. */
export async function startSession(dataDir: string, env: Readonly<Record<string, string>> = {}): Promise<Session> {
  const isCold = dropFromPageCache(getPostgresFolder(dataDir));
  return startSessionOn(await startPostgres(dataDir, 'serving'), dataDir, isCold, env);
}

/** Starts the plant on a PostgreSQL that runs already, and stops that with it. */
export async function startSessionOn(
  postgres: PlantDatabase,
  dataDir: string,
  isCold: boolean,
  env: Readonly<Record<string, string>> = {},
): Promise<Session> {
  try {
    const plant = await startPlantProcess(dataDir, postgres, env);
    const owner = await connectOwner(postgres);
    const timer = resetRateLimits(owner);
    const users: Readonly<Record<string, string>>[] = [];
    for (const username of USERS) users.push(await signInPlantUser(username));
    return {
      owner,
      plant,
      users,
      isCold,
      async stop() {
        clearInterval(timer);
        await plant.stop();
        await owner.end();
        await postgres.stop();
      },
    };
  } catch (error) {
    await postgres.stop();
    throw error;
  }
}

/**
 * Clears the rate limits: a user may search 120 times a minute, and the benchmark simulates a hundred users with
 * twenty accounts.
 */
function resetRateLimits(owner: Client): NodeJS.Timeout {
  return setInterval(() => {
    owner.query(`delete from rate_counter`).catch(() => {});
  }, RESET_INTERVAL_MS);
}
