import { create } from 'zustand';
import { useSession } from './session/session-store.ts';

const buildKey = (peerId: number, transitId: string): string => `${peerId} ${transitId}`;

interface NotedTransits {
  readonly keys: ReadonlySet<string>;
}

/** Transits that got a note on this page, so that lists fetched before mark them, too. */
export const useNotedTransits = create<NotedTransits>(() => ({ keys: new Set() }));

export const isNotedHere = ({ keys }: NotedTransits, peerId: number, transitId: string): boolean =>
  keys.has(buildKey(peerId, transitId));

export const recordNote = (peerId: number, transitId: string): void =>
  useNotedTransits.setState(({ keys }) => ({ keys: new Set([...keys, buildKey(peerId, transitId)]) }));

useSession.subscribe(({ status }) => {
  if (status !== 'signed-in') useNotedTransits.setState({ keys: new Set() });
});
