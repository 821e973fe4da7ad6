import type { MinistryGateway } from '../../ministry/ministry.public.ts';
import type { ExportsDeps } from '../exports.deps.ts';

/** What work on exports needs of a plant, in whatever process it is done. */
export type ExportDeps = Pick<
  ExportsDeps,
  'store' | 'auditSink' | 'log' | 'now' | 'key' | 'keys' | 'pictureSource' | 'exportFolder' | 'version'
> & { readonly ministry: Pick<MinistryGateway, 'vehiclesOfOwner'> | null };
