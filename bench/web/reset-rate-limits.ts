import { Client } from 'pg';
import type { HealthyWorld } from '../world/healthy-world.ts';

const EVERY_MS = 2_000;

/**
 * Rate limits are made for people: the counters of every plant are cleared every two seconds while the benchmark
 * runs.
 */
export function startRateLimitResets({ layout, postgres }: HealthyWorld): { stop: () => void } {
  const timer = setInterval(() => {
    for (const { database } of layout.plants) void clearCounters(postgres.url(database, 'owner'));
  }, EVERY_MS);
  return { stop: () => clearInterval(timer) };
}

async function clearCounters(url: string): Promise<void> {
  const owner = new Client({ connectionString: url });
  owner.on('error', () => {});
  try {
    await owner.connect();
    await owner.query('delete from rate_counter');
  } catch {
    // On failure the next interval tries again.
  } finally {
    await owner.end().catch(() => undefined);
  }
}
