import type { Endpoint } from './endpoint.ts';
import * as audit from './plant/audit.ts';
import * as auth from './plant/auth.ts';
import * as corrections from './plant/corrections.ts';
import * as gates from './plant/gates.ts';
import * as ingest from './plant/ingest.ts';
import * as media from './plant/media.ts';
import * as status from './plant/status.ts';
import * as transits from './plant/transits.ts';

/** Every call a plant server answers, in the order of the documentation. */
export const PLANT_API: readonly Endpoint[] = [
  auth.plantLogin,
  auth.plantChangePassword,
  transits.listTransits,
  transits.searchTransits,
  transits.listAdrTransits,
  transits.searchAdrTransits,
  transits.countTransits,
  transits.countTransitsByBody,
  transits.getTransit,
  corrections.correctPlate,
  media.pictureTickets,
  media.getPicture,
  media.getTransitImage,
  gates.listGates,
  status.currentStatus,
  audit.listOwnAudit,
  audit.countOwnAudit,
  audit.searchAudit,
  ingest.ingestReads,
  ingest.ingestReadsWithPictures,
  ingest.startImport,
  ingest.stageImport,
  ingest.commitImport,
  ingest.getImport,
  ingest.discardImport,
  ingest.ingestGates,
];
