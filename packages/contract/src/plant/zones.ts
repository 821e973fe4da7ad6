import { POLYGON_CORNERS, findPolygonFault } from '@varco/domain/maps/polygon.ts';
import { z } from 'zod';
import { CALL_ERRORS } from '../call-errors.ts';
import { endpoint } from '../endpoint.ts';
import { IsoInstant, plainText, IdParams } from '../wire.ts';

const GateId = z.int().min(1).max(32_767);
const Corner = z.tuple([z.number().min(-180).max(180), z.number().min(-90).max(90)]);

/** An area of a plant that groups gates (decisions: zones map). */
export const Zone = z
  .object({
    id: z.int(),
    nome: z.string().max(80),
    /** Corners as longitude and latitude, in order; empty: no area is drawn. */
    vertici: z.array(Corner).max(POLYGON_CORNERS.max),
    /** Gates picked by hand. */
    varchi_scelti: z.array(z.int()).max(5000),
    /** All gates of the zone: inside the area, or picked. */
    varchi: z.array(z.int()).max(5000),
    /** One of the five map colours. */
    colore: z.int().min(1).max(5),
    updated: IsoInstant,
  })
  .meta({ id: 'Zone' });
export type Zone = z.infer<typeof Zone>;

/** Maximum number of zones of a plant. */
export const MAX_ZONES = 500;

const ZoneBody = z
  .object({
    nome: plainText(80)
      .transform((name) => name.trim().replaceAll(/\s+/g, ' '))
      .refine((name) => name !== '', 'empty'),
    vertici: z
      .array(Corner)
      .max(POLYGON_CORNERS.max)
      .refine((corners) => corners.length === 0 || findPolygonFault(corners) === null, 'no area'),
    varchi_scelti: z.array(GateId).max(2000),
    colore: z.int().min(1).max(5),
  })
  .meta({ id: 'ZoneBody' });
export type ZoneBody = z.infer<typeof ZoneBody>;

const READ = { who: 'plant-user', rule: 'gates.read' } as const;
const WRITE = { who: 'plant-user', rule: 'gates.write' } as const;

export const listZones = endpoint({
  id: 'listZones',
  method: 'GET',
  path: '/api/zones',
  summary: 'Zones of the plant with their gates, by name',
  response: z.object({ objects: z.array(Zone).max(MAX_ZONES) }),
  errors: CALL_ERRORS,
  access: READ,
  audit: null,
  limit: 'read',
});

const change = { access: WRITE, limit: 'command' } as const;

export const createZone = endpoint({
  ...change,
  id: 'createZone',
  method: 'POST',
  path: '/api/zones',
  summary: 'A new zone',
  body: ZoneBody,
  response: Zone,
  errors: [...CALL_ERRORS, 'duplicate', 'conflict'],
  audit: 'zones.save',
});

export const updateZone = endpoint({
  ...change,
  id: 'updateZone',
  method: 'PUT',
  path: '/api/zones/:id',
  summary: 'Change a zone',
  params: IdParams,
  /** `updated` as read: `conflict` when somebody else saved in between. */
  body: ZoneBody.extend({ updated: IsoInstant }),
  response: Zone,
  errors: [...CALL_ERRORS, 'not_found', 'duplicate', 'conflict'],
  audit: 'zones.save',
});

export const deleteZone = endpoint({
  ...change,
  id: 'deleteZone',
  method: 'DELETE',
  path: '/api/zones/:id',
  summary: 'Delete a zone; its gates stay',
  params: IdParams,
  response: null,
  errors: [...CALL_ERRORS, 'not_found'],
  audit: 'zones.delete',
});

/** Activity in a zone, counted at the gates this person may search. Numbers only, no plates. */
export const ZoneStatus = z
  .object({
    zona: z.int(),
    /** Since midnight in Rome. */
    transiti_oggi: z.int().min(0),
    /** In the current hour and the one before. */
    transiti_due_ore: z.int().min(0),
    allarmi_oggi: z.int().min(0),
    telecamere: z.int().min(0),
    /** Cameras in error or without a plate for ten hours. */
    telecamere_spente: z.int().min(0),
  })
  .meta({ id: 'ZoneStatus' });
export type ZoneStatus = z.infer<typeof ZoneStatus>;

export const zoneStatus = endpoint({
  id: 'zoneStatus',
  method: 'GET',
  path: '/api/zones/status',
  summary: 'Traffic, alerts and silent cameras of every zone',
  response: z.object({ objects: z.array(ZoneStatus).max(MAX_ZONES) }),
  errors: CALL_ERRORS,
  access: { who: 'plant-user', rule: 'transits.read' },
  audit: null,
  limit: 'read',
});
