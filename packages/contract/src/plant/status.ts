import { z } from 'zod';
import { endpoint } from '../endpoint.ts';
import { IsoDate, IsoInstant } from '../wire.ts';

/** Plant system status (P 3, T 3.15). Disk sizes in MB, factor 1000. */
export const SystemStatus = z
  .object({
    ts_time: IsoInstant,
    external_services: z.object({
      ministry: z.object({
        /** -99 none, -4 internal error, -3 VPN credentials missing, -2 ministry credentials missing, -1 connecting, 0 authentication problem, 1 connected. */
        status: z.int().min(-99).max(1),
        license: z.string().max(40).nullable(),
        license_key: z.string().max(80).nullable(),
        license_expiry: IsoDate.nullable(),
        password_error_counter: z.int().min(0),
      }),
      vpn: z.object({ status: z.int().min(-99).max(1), password_error_counter: z.int().min(0) }),
      options: z.array(z.string().max(40)).max(40),
    }),
    system: z.object({
      disk: z.object({
        archive: z.object({ total: z.int().min(0), free: z.int().min(0) }),
        tmp: z.object({ total: z.int().min(0), free: z.int().min(0) }),
        /** Worst of the plant's disks: below its reserve (new reads and exports are refused), or full; absent: an older plant. */
        state: z.enum(['ok', 'low', 'full']).optional(),
      }),
      /** Size in MB and version of the database; absent: an older plant. */
      database: z.object({ size: z.int().min(0), version: z.string().max(40) }).optional(),
    }),
    /** Backups of the plant; null: they are not set up; absent: an older plant, or a database kept by somebody else. */
    backup: z
      .object({
        /** The newest whole backup; null: none yet. */
        at: IsoInstant.nullable(),
        /** The newest trial restoration; null: none yet. */
        verified: z.object({ at: IsoInstant, good: z.boolean() }).nullable(),
      })
      .nullable()
      .optional(),
    portal: z.object({
      version: z.string().max(40),
      hash: z.string().max(64),
      /** The portal's response to the last heartbeat; null: none sent yet; absent: an older plant. */
      heartbeat: z
        .object({ at: IsoInstant, result: z.enum(['sent', 'no-portal', 'refused', 'unreachable']) })
        .nullable()
        .optional(),
    }),
    /** Time of the newest read; null: none yet. */
    last_plate_date: IsoInstant.nullable(),
  })
  .meta({ id: 'SystemStatus' });

export const currentStatus = endpoint({
  id: 'currentStatus',
  method: 'GET',
  path: '/api/status/ts/current',
  summary: 'Present state of the plant and of the services it uses',
  response: SystemStatus,
  errors: ['invalid_token', 'unavailable'],
  access: { who: 'plant-user', rule: 'signed-in' },
  audit: null,
  limit: 'read',
});
