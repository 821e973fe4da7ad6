import type { PlantServices } from '../../context/plant-services.ts';
import type { NotificationDispatcher } from './notification-dispatcher.ts';
import type { ChannelContext } from './open-channel.ts';

/** What the routes and jobs of this subject need. */
export interface NotificationsDeps extends Pick<PlantServices, 'pool' | 'store' | 'isDemo'> {
  /** Sends alert notifications outside the browser. */
  readonly channels: NotificationDispatcher;
  readonly channelContext: ChannelContext;
}
