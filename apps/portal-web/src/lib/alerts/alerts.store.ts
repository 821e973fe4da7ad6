import { LiveAlert } from '@varco/contract/plant/alerts.ts';
import { addLatestAlert } from '@varco/domain/alerts/alert-kinds.ts';
import { z } from 'zod';
import { create } from 'zustand';
import { type AlertConfig, DEFAULT_ALERT_CONFIG } from './alert-config.ts';

/** A received alert and its plant. */
export const ReceivedAlert = z.object({
  /** Plant id and alert id, joined. */
  id: z.string().max(60),
  peerId: z.int(),
  /** Instant of the passage. */
  at: z.string().max(40),
  version: z.int(),
  alert: LiveAlert,
});
export type ReceivedAlert = z.infer<typeof ReceivedAlert>;

export const toReceivedAlert = (peerId: number, alert: LiveAlert): ReceivedAlert => ({
  id: `${peerId} ${alert.id}`,
  peerId,
  at: alert.data,
  version: alert.ver,
  alert,
});

/** T 4.8: state of a plant's stream. A plant without a stream has no entry. */
export type LinkState = 'open' | 'closed';

interface Alerts {
  /** The latest 11 (T 9). */
  readonly list: readonly ReceivedAlert[];
  readonly links: ReadonlyMap<number, LinkState>;
  /** Number of received alerts the user has not seen. */
  readonly unseen: number;
  readonly config: AlertConfig;
  readonly isOpen: boolean;
  /** The alert whose card is open. */
  readonly shownId: string | null;
  /** The alert shown as a popup on arrival. */
  readonly popupId: string | null;
}

const NO_ALERTS: Alerts = {
  list: [],
  links: new Map(),
  unseen: 0,
  config: DEFAULT_ALERT_CONFIG,
  isOpen: false,
  shownId: null,
  popupId: null,
};

export const useAlerts = create<Alerts>(() => NO_ALERTS);

/** Adds a received alert; true when it is new, false for an update of a known one. */
export function addAlert(stored: ReceivedAlert): boolean {
  const { list, isOpen, unseen, config, shownId, popupId } = useAlerts.getState();
  const isKnown = list.some(({ id }) => id === stored.id);
  const next = addLatestAlert(list, stored);
  if (next === list) return false;
  const isNews = !isKnown && stored.alert.esito === null;
  const comesUp = isNews && config.autoPopup && stored.alert.priorita < 3 && shownId === null && popupId === null;
  useAlerts.setState({
    list: next,
    unseen: isNews && !isOpen ? unseen + 1 : unseen,
    popupId: comesUp ? stored.id : popupId,
  });
  return isNews;
}

/** Replaces an alert that is among the latest by its newer version. An older alert does not come up again by it. */
export function refreshAlert(stored: ReceivedAlert): void {
  const { list } = useAlerts.getState();
  if (list.some(({ id }) => id === stored.id)) useAlerts.setState({ list: addLatestAlert(list, stored) });
}

export function setLink(peerId: number, state: LinkState | null): void {
  const links = new Map(useAlerts.getState().links);
  if (state === null) links.delete(peerId);
  else links.set(peerId, state);
  useAlerts.setState({ links });
}

export const toggleFeed = (): void =>
  useAlerts.setState(({ isOpen }) => ({ isOpen: !isOpen, unseen: 0, shownId: null, popupId: null }));
export const closeFeed = (): void => useAlerts.setState({ isOpen: false, shownId: null });
export const showAlert = (id: string | null): void => useAlerts.setState({ shownId: id, popupId: null });
/** Shows the latest alert after (1) or before (-1) the shown one; at the end it stays. */
export const showNeighbour = (by: 1 | -1): void => {
  const { list, shownId } = useAlerts.getState();
  // Without an opened alert the next one is the first.
  const next = list[list.findIndex(({ id }) => id === shownId) + by];
  if (next !== undefined) showAlert(next.id);
};
export const closePopup = (): void => useAlerts.setState({ popupId: null });
/** Clears all alerts at sign-out, so that the next user does not see them. */
export const clearAlerts = (): void => useAlerts.setState(NO_ALERTS, true);
