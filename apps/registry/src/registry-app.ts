import type { ServerApp } from '@varco/server-kit/http/server-app.ts';
import type { Viewer } from '@varco/server-kit/http/viewer.ts';

/** The HTTP server of the registry with its only kind of caller. */
export type RegistryApp = ServerApp<{ 'registry-client': Viewer }>;
