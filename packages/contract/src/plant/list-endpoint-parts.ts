import { z } from 'zod';
import { wireInt } from '../wire.ts';

/** Definitions shared by the endpoints of blacklist, whitelist and figureheads. */
export const LIST_READ_ERRORS = [
  'bad_request',
  'invalid_token',
  'no_perms',
  'reason_required',
  'unavailable',
  'rate_limit_exceeded',
] as const;
export const LIST_READ_ACCESS = { who: 'plant-user', rule: 'lists.read' } as const;
export const LIST_WRITE_ACCESS = { who: 'plant-user', rule: 'lists.write' } as const;
export const ListIdParams = z.object({ id: wireInt(1, 2_147_483_647) });
export const Deleted = z.object({ deleted: z.int().min(0) }).meta({ id: 'ListDeleted' });
