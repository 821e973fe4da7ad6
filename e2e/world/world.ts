import fs from 'node:fs';
import path from 'node:path';
import { z } from 'zod';

const getReadyFile = z.object({
  portal: z.string(),
  mail: z.string(),
  registry: z.string(),
  plants: z.array(z.object({ code: z.string(), url: z.string(), label: z.string(), state: z.string() })),
  users: z.array(z.object({ username: z.string(), password: z.string(), totpSecret: z.string().optional() })),
});
const getKeysFile = z.object({ camera: z.string(), import: z.string() });
const getMarkFile = z.object({ begunAt: z.string() });

export type DemoUser = z.infer<typeof getReadyFile>['users'][number];
export type DemoPlantFacts = z.infer<typeof getReadyFile>['plants'][number];

/** Where a running demo describes itself, and the process that started it. */
export interface WorldPlace {
  readonly readyFile: string;
  readonly dataDir: string;
  readonly pid: number;
}

/** The running demo as described in its ready file. */
export interface World {
  readonly portal: string;
  /** Address of the demo's mail catcher. */
  readonly mail: string;
  /** Address of the simulated ministry registry. */
  readonly registry: string;
  readonly plants: readonly DemoPlantFacts[];
  readonly dataDir: string;
  /** Id of the process that started it. */
  readonly pid: number;
  /** Instant from which its traffic was planned. */
  readonly begunAt: string;
  /** The user whose name begins with `name`. */
  user(name: string): DemoUser;
  /** The plant with the given code, e.g. `CES`. */
  plant(code: string): DemoPlantFacts;
  /** Keys of a plant: for camera reads and for `varco import`. */
  keysOf(code: string): { readonly camera: string; readonly import: string };
}

const readJson = <T>(file: string, schema: z.ZodType<T>): T => schema.parse(JSON.parse(fs.readFileSync(file, 'utf8')));

function findOrThrow<T>(what: string, value: T | undefined): T {
  if (value === undefined) throw new Error(`The demo has no ${what}.`);
  return value;
}

/** Reads the description of a running demo. */
export function readWorld({ readyFile, dataDir, pid }: WorldPlace): World {
  const facts = readJson(readyFile, getReadyFile);
  return {
    portal: facts.portal,
    mail: facts.mail,
    registry: facts.registry,
    plants: facts.plants,
    dataDir,
    pid,
    begunAt: readJson(path.join(dataDir, 'varco-demo.json'), getMarkFile).begunAt,
    user: (name) =>
      findOrThrow(
        `user ${name}`,
        facts.users.find((user) => user.username.startsWith(name)),
      ),
    plant: (code) =>
      findOrThrow(
        `plant ${code}`,
        facts.plants.find((plant) => plant.code === code),
      ),
    keysOf: (code) => readJson(path.join(dataDir, 'plants', code.toLowerCase(), 'demo-keys.json'), getKeysFile),
  };
}
