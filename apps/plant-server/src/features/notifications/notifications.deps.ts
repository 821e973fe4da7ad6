import type { PlantServices } from '../../context/plant-services.ts';
import type { ChannelDesk } from './channel-desk.ts';
import type { ChannelSurroundings } from './open-channel.ts';

/** What the routes and jobs of this subject need. */
export interface NotificationsDeps extends Pick<PlantServices, 'pool' | 'store' | 'isDemo'> {
  /** Sends alert notifications outside the browser. */
  readonly channels: ChannelDesk;
  readonly channelContext: ChannelSurroundings;
}
