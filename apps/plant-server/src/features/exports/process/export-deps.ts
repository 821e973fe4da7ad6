import type { MinistryGateway } from '../../ministry/ministry-gateway.ts';
import type { PlantDeps } from '../../../context/plant-app.ts';

/** What work on exports needs of a plant, in whatever process it is done. */
export type ExportDeps = Pick<
  PlantDeps,
  'store' | 'auditSink' | 'log' | 'now' | 'key' | 'keys' | 'pictureSource' | 'exportFolder' | 'version'
> & { readonly ministry: Pick<MinistryGateway, 'vehiclesOfOwner'> | null };
