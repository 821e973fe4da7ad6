import type { PlantServices } from '../../context/plant-services.ts';
import type { ChannelDesk } from './channel-desk.ts';
import type { ChannelSurroundings } from './open-channel.ts';

/** What the routes and jobs of this subject need. */
export interface NotificationsDeps extends Pick<PlantServices, 'pool' | 'store' | 'isDemo'> {
  /** Tells people outside of the browser what was raised. */
  readonly channels: ChannelDesk;
  readonly channelSurroundings: ChannelSurroundings;
}
