import * as api from '@varco/contract/plant/server-keys.ts';
import { callPeer } from '../../../lib/plants/plant-sessions.ts';
import type { KeyServer } from '../../../widgets/server-keys/key-server.ts';
import type { AdminPlant } from '../PlantAdminLayout.tsx';

/** The keys of a plant, for its administrators. Each call throws `ApiError`. */
export const createPlantKeyServer = ({ peerId, label }: AdminPlant): KeyServer => ({
  kind: 'plant',
  name: label,
  queryKey: ['server-keys', peerId],
  read: (signal) => callPeer(peerId, api.listServerKeys, {}, { signal }),
  add: (name) => callPeer(peerId, api.addServerKey, { body: { name } }),
  retire: (name, kid) => callPeer(peerId, api.retireServerKey, { body: { name, kid } }),
});
