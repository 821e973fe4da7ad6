import type { PlantServices } from '../../context/plant-services.ts';
import type { ChannelContext } from '../notifications/notifications.public.ts';

/** What the routes and jobs of this subject need. */
export interface DevicesDeps extends Pick<PlantServices, 'pool' | 'store' | 'key' | 'rates'> {
  readonly channelContext: ChannelContext;
}
