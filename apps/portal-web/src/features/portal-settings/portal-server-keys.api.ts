import * as api from '@varco/contract/portal/server-keys.ts';
import { callPortal } from '../../lib/api/portal.ts';
import type { KeyServer } from '../../widgets/server-keys/key-server.ts';

/** The keys of the portal, for its administrators. Each call throws `ApiError`. `name`: of the portal in the language of the user. */
export const createPortalKeyServer = (name: string): KeyServer => ({
  kind: 'portal',
  name,
  queryKey: ['server-keys', 'portal'],
  read: (signal) => callPortal(api.listPortalServerKeys, {}, { signal }),
  add: (key) => callPortal(api.addPortalServerKey, { body: { name: key } }),
  retire: (key, kid) => callPortal(api.retirePortalServerKey, { body: { name: key, kid } }),
});
