import type { DelegationViewer } from '../auth/delegation-authenticator.ts';
import type { ImportViewer } from '../auth/import-authenticator.ts';
import type { IngestViewer } from '../auth/ingest-authenticator.ts';
import type { PlantTokenViewer } from '../auth/plant-viewer.ts';
import type { TicketViewer } from '../auth/ticket-authenticator.ts';
import type { ServerApp } from '@varco/server-kit/http/server-app.ts';

/** Callers of this server, by kind of access. */
export interface PlantViewers {
  readonly 'plant-user': PlantTokenViewer;
  readonly 'ingest-key': IngestViewer;
  readonly importer: ImportViewer;
  readonly 'picture-ticket': TicketViewer;
  readonly 'export-ticket': TicketViewer;
  readonly 'export-delegation': DelegationViewer;
}
export type PlantApp = ServerApp<PlantViewers>;
