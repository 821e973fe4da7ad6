import type { BackupStatus } from '@varco/contract/backup-status.ts';
import type { PlantServices } from '../../context/plant-services.ts';
import type { HeartbeatLog } from '../heartbeat/heartbeat.public.ts';
import type { MinistryGateway } from '../ministry/ministry.public.ts';
import type { DiskSpace } from './disk-space.ts';

/** What the routes and jobs of this subject need. */
export interface StatusDeps extends Pick<PlantServices, 'pool' | 'store' | 'diskGuard' | 'version' | 'build'> {
  readonly ministry: MinistryGateway;
  /** Result of the last heartbeat. */
  readonly heartbeats: HeartbeatLog;
  /** What is noted about the backups; null: they are not set up; undefined: the database is kept by somebody else. */
  readonly backups: () => BackupStatus | null | undefined;
  /** Reads the space of the archive and of the temporary folder. */
  readonly disk: () => Promise<{ readonly archive: DiskSpace; readonly tmp: DiskSpace }>;
}
