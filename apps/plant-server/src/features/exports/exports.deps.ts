import type { PlantServices } from '../../context/plant-services.ts';
import type { MinistryGateway } from '../ministry/ministry.public.ts';
import type { KnownConfusions } from '../transits/transits.public.ts';
import type { ExportStartHint } from './process/expected-exports.ts';

/** What the routes and jobs of this subject need. */
export interface ExportsDeps extends Pick<
  PlantServices,
  | 'pool'
  | 'store'
  | 'auditSink'
  | 'diskGuard'
  | 'log'
  | 'now'
  | 'key'
  | 'keys'
  | 'rates'
  | 'exportFolder'
  | 'exportTokens'
  | 'signDownload'
  | 'pictureSource'
  | 'version'
  | 'portalOrigins'
  | 'outboundCidrs'
> {
  readonly exportStartHint: ExportStartHint;
  readonly ministry: MinistryGateway;
  readonly confusions: KnownConfusions;
}
