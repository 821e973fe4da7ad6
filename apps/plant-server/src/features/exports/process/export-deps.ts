import type { MinistryGateway } from '../../ministry/ministry.public.ts';
import type { ExportsDeps } from '../exports.deps.ts';

/** Dependencies of export work, in whichever process it runs. */
export type ExportDeps = Pick<
  ExportsDeps,
  | 'pool'
  | 'store'
  | 'confusions'
  | 'auditSink'
  | 'diskGuard'
  | 'log'
  | 'now'
  | 'key'
  | 'keys'
  | 'pictureSource'
  | 'exportFolder'
  | 'version'
  | 'outboundCidrs'
> & { readonly ministry: Pick<MinistryGateway, 'vehiclesOfOwner'> };
