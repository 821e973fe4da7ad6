import { z } from 'zod';
import { SERVER_KEYS } from './server-keys.ts';

/** What a server's program `inspect` prints for `varco doctor`: facts about its settings and its database, no secrets. */

const DatabaseFacts = z.object({
  /** `off`: the embedded database is not running. `missing`: the server has no such database. */
  state: z.enum(['ok', 'off', 'unreachable', 'refused', 'missing', 'failed']),
  /** Why the schema does not fit, or the role may change the log; null: it fits. */
  schemaProblem: z.string().nullable(),
  role: z.string(),
  /** Rights that the serving role must not have. */
  roleFaults: z.array(z.string()),
  /** Clock of the database minus that of this machine, in milliseconds. */
  clockSkewMs: z.number(),
  encoding: z.string(),
});
export type DatabaseFacts = z.output<typeof DatabaseFacts>;

const KeyFacts = z.object({
  name: z.enum(SERVER_KEYS),
  /** ISO instant since when the newest key signs. */
  createdAt: z.string(),
  /** The key before is still accepted. */
  hasFormer: z.boolean(),
});
export type KeyFacts = z.output<typeof KeyFacts>;

const common = {
  /** Settings that do not hold, one line each. */
  settingFaults: z.array(z.string()),
  /** Null: the settings do not hold, so that it is not known. */
  database: DatabaseFacts.nullable(),
  /** Empty: none yet, or the database does not answer. */
  keys: z.array(KeyFacts),
  disk: z.object({ freeMb: z.number(), reserveMb: z.number() }).nullable(),
};

export const PlantInspection = z.object({
  ...common,
  /** Null: the plant has not been set up, or its database does not answer. */
  plant: z.object({ uuid: z.string(), address: z.string(), portal: z.string() }).nullable(),
  /** Origin of the registry in force; empty: none. Null: the database does not answer. */
  registry: z.string().nullable(),
});
export type PlantInspection = z.output<typeof PlantInspection>;

export const PortalInspection = z.object({
  ...common,
  /** The mail server in force, `smtp://host:port` or `smtps://host:port`; empty: none. Null: the database does not answer. */
  mail: z.string().nullable(),
  /** Enabled plants of the registry. Null: the database does not answer. */
  plants: z
    .array(
      z.object({
        uuid: z.string(),
        label: z.string(),
        address: z.string(),
        /** Age of the last message of the plant in seconds; null: none ever came. */
        heartbeatAgeS: z.number().nullable(),
      }),
    )
    .nullable(),
});
export type PortalInspection = z.output<typeof PortalInspection>;
