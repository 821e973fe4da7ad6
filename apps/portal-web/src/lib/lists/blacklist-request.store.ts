import { create } from 'zustand';

/** A plate somebody wants in the blacklist, from wherever it was seen. */
export interface BlacklistRequest {
  readonly plate: string;
  /** Plant it was seen on: it must still be in force there. */
  readonly peerId: number;
}

/** The blacklist form lies over whatever screen asked for it; null: nobody did. */
export const useBlacklistRequest = create<{ readonly request: BlacklistRequest | null }>(() => ({ request: null }));

export const askBlacklist = (request: BlacklistRequest): void => useBlacklistRequest.setState({ request });
export const closeBlacklist = (): void => useBlacklistRequest.setState({ request: null });
