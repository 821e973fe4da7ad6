import { z } from 'zod';

const answer = z.object({ results: z.array(z.object({ state: z.string() })) });
const PAUSE_MS = 150;

/** A camera that repeatedly sends invented plates and remembers which of them the plant acknowledged. */
export interface Camera {
  /** Plates of acknowledged reads. */
  readonly acknowledged: ReadonlySet<string>;
  stop(): Promise<void>;
}

/**
 * @param url address of the plant
 * @param beginning first two letters of all plates it sends
 */
export function startCamera(url: string, key: string, beginning: string): Camera {
  const acknowledged = new Set<string>();
  let isRunning = true;
  const work = async (): Promise<void> => {
    for (let number = 0; isRunning; number += 1) {
      const plate = `${beginning}${String(number % 1000).padStart(3, '0')}ZZ`;
      if (await sendRead(url, key, plate)) acknowledged.add(plate);
      await new Promise((resolve) => setTimeout(resolve, PAUSE_MS));
    }
  };
  const done = work();
  return {
    acknowledged,
    stop: async () => {
      isRunning = false;
      await done;
    },
  };
}

/**
 * Sends one read with the current time; returns true when the plant confirmed that it is durable. A failed call
 * counts as not acknowledged.
 */
export async function sendRead(
  url: string,
  key: string,
  plate: string,
  more: Readonly<Record<string, unknown>> = {},
): Promise<boolean> {
  const read = { varco_id: 1, targa: plate, data: new Date(Date.now() - 1_000).toISOString(), nazione: 'I', ...more };
  try {
    const response = await fetch(`${url}/api/ingest/reads`, {
      method: 'POST',
      headers: { 'Content-Type': 'application/json', 'X-Api-Key': key },
      body: JSON.stringify({ reads: [read] }),
      signal: AbortSignal.timeout(5_000),
    });
    if (!response.ok) return false;
    return answer.parse(await response.json()).results[0]?.state === 'stored';
  } catch {
    return false;
  }
}
