import fs from 'node:fs';
import path from 'node:path';
import { z } from 'zod';

const readyFile = z.object({
  portal: z.string(),
  mail: z.string(),
  registry: z.string(),
  plants: z.array(z.object({ code: z.string(), url: z.string(), label: z.string(), state: z.string() })),
  users: z.array(z.object({ username: z.string(), password: z.string(), totpSecret: z.string().optional() })),
});
const getKeysFile = z.object({ camera: z.string(), import: z.string() });
const getMarkFile = z.object({ begunAt: z.string() });

export type DemoUser = z.infer<typeof readyFile>['users'][number];
export type DemoPlantFacts = z.infer<typeof readyFile>['plants'][number];

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

/** Reads the world's paths from the environment that its start has set. */
export function readWorld(): World {
  const { VARCO_E2E_READY_FILE: ready = '', VARCO_E2E_DATA: dataDir = '', VARCO_E2E_PID: pid = '' } = process.env;
  const facts = readJson(ready, readyFile);
  return {
    portal: facts.portal,
    mail: facts.mail,
    registry: facts.registry,
    plants: facts.plants,
    dataDir,
    pid: Number(pid),
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
