import type { Log } from '@varco/server-kit/log/log.ts';

export const SILENT_LOG: Log = {
  debug: () => undefined,
  info: () => undefined,
  warn: () => undefined,
  error: () => undefined,
};
