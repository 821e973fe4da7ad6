import type { ServerKeyName, ServerKeysView } from '@varco/contract/server-keys.ts';

/** The server whose keys are shown: the portal, or one plant. */
export interface KeyServer {
  readonly kind: 'plant' | 'portal';
  /** As people call it. */
  readonly name: string;
  /** Names its keys among what was read of all servers. */
  readonly queryKey: readonly (string | number)[];
  read(signal: AbortSignal): Promise<ServerKeysView>;
  add(name: ServerKeyName): Promise<ServerKeysView>;
  retire(name: ServerKeyName, kid: string): Promise<ServerKeysView>;
}
