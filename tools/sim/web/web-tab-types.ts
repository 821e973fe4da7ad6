/** What a simulated person does in one browser tab, and what they see there. Independent of the browser's own types. */
export interface WebTab {
  signIn(plants: readonly TabPlant[]): Promise<void>;
  signOut(): void;
  /** Plants that are signed in. */
  signedIn(): readonly number[];
  /** Plants whose sign-in has not ended. */
  signingIn(): readonly number[];
  /** Plants that did not answer the last sign-in. */
  away(): readonly number[];
  /** A change of the filters. */
  search(wish: TabSearch): void;
  /** The button of the search. */
  submit(wish: TabSearch): void;
  act(action: TabAction): void;
  /** What the result area shows. `nowIso`: instant for ages. */
  observe(): TabView;
  onChange(listener: () => void): void;
  startAlerts(): void;
  stopAlerts(): void;
  isReceiving(): boolean;
  alerts(): TabAlerts;
  /** Called at every change of what `alerts` says; replaces the listener before. */
  onAlerts(listener: () => void): void;
}

export interface TabPlant {
  readonly credentialId: string;
  readonly peerId: number;
  readonly uuid: string;
  readonly url: string;
  readonly password: string;
}

/** `gateId` null: all gates; otherwise that gate of every plant asked. */
export interface TabSearch {
  readonly start: string;
  readonly end: string;
  readonly gateId: number | null;
  readonly peerIds: readonly number[];
}

export type TabAction =
  | { readonly kind: 'next-page' | 'first-page' | 'freeze' | 'accept' | 'abort' | 'sort' }
  | { readonly kind: 'retry' | 'pick'; readonly peerId: number | null }
  | { readonly kind: 'refresh' | 'submit-again'; readonly wish: TabSearch };

export interface TabRow {
  readonly peerId: number;
  readonly id: string;
  /** ISO instant. */
  readonly at: string;
  readonly gate: number;
}

export interface TabPlantOutcome {
  readonly peerId: number;
  readonly state: string;
  readonly rows: number;
  readonly newestRead: string | null;
  readonly isAccepted: boolean;
  /** The histogram and the line of new transits count it among those that answered. */
  readonly hasAnswered: boolean;
  /** True while the plant may have rows that were not fetched. */
  readonly hasMore: boolean;
  readonly faults: readonly string[];
}

export interface TabView {
  readonly status: string;
  readonly resultId: number;
  readonly startedAt: string | null;
  readonly page: number;
  readonly isComplete: boolean;
  readonly isFrozen: boolean;
  readonly isDescending: boolean;
  readonly pickedPeerId: number | null;
  /** Rows of all pages up to the shown one. */
  readonly rows: readonly TabRow[];
  readonly hasNext: boolean;
  /** The page cannot be completed without rows that are asked for. */
  readonly isPageWhole: boolean;
  readonly plants: readonly TabPlantOutcome[];
  readonly isWhole: boolean;
  readonly total: number;
  readonly isTotalExact: boolean;
}

export interface TabAlerts {
  readonly ids: readonly string[];
  readonly links: readonly (readonly [peerId: number, state: string])[];
  readonly unseen: number;
}
