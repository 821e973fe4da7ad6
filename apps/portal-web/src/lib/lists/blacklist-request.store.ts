import type { ScoreOrigin } from '@varco/contract/plant/blacklist-entry.ts';
import { create } from 'zustand';

/** A plate to be added to the blacklist, from any screen. */
export interface BlacklistRequest {
  readonly plate: string;
  /** Plant that read the plate: the entry must apply there. */
  readonly peerId: number;
  /** The score on whose row the form was opened; absent elsewhere. */
  readonly score?: ShownScore;
}

/** A score as a screen shows it. */
export type ShownScore = Omit<ScoreOrigin, 'verifica'>;

/** Request shown by the blacklist form, which any screen can open; null: closed. */
export const useBlacklistRequest = create<{ readonly request: BlacklistRequest | null }>(() => ({ request: null }));

export const openBlacklistForm = (request: BlacklistRequest): void => useBlacklistRequest.setState({ request });
export const closeBlacklistForm = (): void => useBlacklistRequest.setState({ request: null });
