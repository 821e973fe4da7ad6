import type { MinistryGateway } from '../../checks/ministry-gateway.ts';
import type { PlantDeps } from '../../../plant/plant-app.ts';

/** Dependencies of export work, in whichever process it runs. */
export type ExportDeps = Pick<
  PlantDeps,
  'store' | 'auditSink' | 'log' | 'now' | 'key' | 'keys' | 'pictureSource' | 'exportFolder' | 'version'
> & { readonly ministry: Pick<MinistryGateway, 'vehiclesOfOwner'> | null };
