import type { PlantContext } from '../../context/plant-context.ts';
import type { ChannelSurroundings } from '../notifications/notifications.public.ts';

/** What the routes and jobs of this subject need. */
export interface DevicesDeps extends Pick<PlantContext, 'pool' | 'store' | 'key' | 'rates'> {
  readonly channelSurroundings: ChannelSurroundings;
}
