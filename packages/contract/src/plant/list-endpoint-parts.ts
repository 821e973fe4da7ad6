import { z } from 'zod';
import { IsoInstant, Uuid, wireInt } from '../wire.ts';

/** Definitions shared by the endpoints of blacklist, whitelist and figureheads. */
export const LIST_READ_ACCESS = { who: 'plant-user', rule: 'lists.read' } as const;
export const LIST_WRITE_ACCESS = { who: 'plant-user', rule: 'lists.write' } as const;
export const ListIdParams = z.object({ id: wireInt(1, 2_147_483_647) });
export const Deleted = z.object({ deleted: z.int().min(0) }).meta({ id: 'ListDeleted' });

/** Page of a list, by number or by offset. */
export const LIST_PAGING = {
  p: wireInt(1, 1_000_000).optional(),
  page_size: wireInt(1, 500).optional(),
  offset: wireInt(0, 10_000_000).optional(),
  limit: wireInt(1, 500).optional(),
};

/** Who entered an entry and when; common to whitelist and figureheads. */
export const ENTRY_RECORD = {
  id_owner: z.int(),
  creator_uuid: Uuid,
  /** User name of the creator. */
  username: z.string().max(120),
  ver: z.int(),
  created_at: IsoInstant,
  updated_at: IsoInstant,
  modificabile: z.boolean(),
};

/** Fields set by the plant. A client that sends the whole entry back may include them; they are ignored. */
export const SET_BY_PLANT = {
  id: true,
  id_owner: true,
  creator_uuid: true,
  username: true,
  ver: true,
  created_at: true,
  updated_at: true,
  modificabile: true,
} as const;
