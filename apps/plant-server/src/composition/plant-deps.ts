import type { BackupStatus } from '@varco/contract/backup-status.ts';
import type { PlantServices } from '../context/plant-services.ts';
import type { AlertDispatcher } from '../features/alerts/alert-dispatcher.ts';
import type { ExportStartHint } from '../features/exports/process/expected-exports.ts';
import type { HeartbeatLog } from '../features/heartbeat/heartbeat-log.ts';
import type { DailyConfusions } from '../features/cameras/cameras.public.ts';
import type { CameraTally } from '../features/camera-intake/camera-tally.ts';
import type { IngestFactsCache } from '../features/ingest/ingest-facts.ts';
import type { IngestRates } from '../features/ingest/ingest-rates.ts';
import type { IngestTally } from '../features/ingest/ingest-tally.ts';
import type { LookUpService } from '../features/look-ups/look-up-service.ts';
import type { Ministry } from '../features/ministry/ministry.public.ts';
import type { RegistryAccount } from '../settings/registry-account.repository.ts';
import type { NotificationDispatcher } from '../features/notifications/notification-dispatcher.ts';
import type { ChannelContext } from '../features/notifications/open-channel.ts';
import type { DiskSpace } from '../features/status/disk-space.ts';

/** Everything a plant is made of; `composeDeps` and the tests build it. Subjects see only the part their `*.deps.ts` names. */
export interface PlantDeps extends PlantServices {
  /** Matches reads against the lists, and publishes alerts. */
  readonly alerts: AlertDispatcher;
  /** Sends alert notifications outside the browser. */
  readonly channels: NotificationDispatcher;
  readonly channelContext: ChannelContext;
  /** Gates and settings that reads are validated against. */
  readonly ingestFacts: IngestFactsCache;
  readonly ingestRates: IngestRates;
  readonly ingestTally: IngestTally;
  readonly cameraTally: CameraTally;
  /** Characters that the cameras confuse, by day. */
  readonly confusions: DailyConfusions;
  /** Folder with one folder for each camera that uploads files. */
  readonly cameraFolder: string;
  readonly exportStartHint: ExportStartHint;
  readonly ministry: Ministry;
  /** The registry that the server was started with. */
  readonly initialRegistry: RegistryAccount;
  /** Makes look-ups; shared by all calls and jobs of the process. */
  readonly lookUps: LookUpService;
  /** Result of the last heartbeat. */
  readonly heartbeats: HeartbeatLog;
  /** Reads the space of the archive and of the temporary folder. */
  readonly backups: () => BackupStatus | null | undefined;
  readonly disk: () => Promise<{ readonly archive: DiskSpace; readonly tmp: DiskSpace }>;
}
