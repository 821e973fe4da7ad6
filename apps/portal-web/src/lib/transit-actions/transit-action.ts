import type { PlantLoginAnswer } from '@varco/contract/plant/auth.ts';
import type { Transit } from '@varco/contract/plant/transit.ts';
import type { DenialReason } from '@varco/domain/permissions.ts';
import type { MessageKey } from '@varco/i18n/message-types.ts';
import type { IconName } from '@varco/ui/icon-paths.ts';

/** What an action knows of the transit it is asked for. */
export interface ActionSubject {
  readonly peerId: number;
  readonly transitId: string;
  /** As the camera read it; `**` when hidden from this person. */
  readonly plate: string;
  readonly isAdr: boolean;
  /** Instant of the passage. */
  readonly at: string;
  readonly gateId: number;
  /** Class of the vehicle as read; absent where a place does not know it. */
  readonly vehicleClass?: string;
}

/** Where an action is offered, and what that place can do for it. */
export interface ActionContext {
  readonly place: 'list' | 'detail' | 'palette' | 'suspects';
  /** Workspace tab of the list the transit stands in. */
  readonly tabId?: string;
  /** Shows the detail the way this place does; without it a tab is opened. */
  readonly openDetail?: (subject: ActionSubject) => void;
  /** Turns multi-selection on and ticks this transit; without it this place has no rows to tick. */
  readonly selectMany?: (subject: ActionSubject) => void;
}

/**
 * Everything that can be done with one transit (T 2.4), in the order of the menus. A line is added here when an action is
 * thought of, not when it is built: keys and places of all are agreed at once (design, keyboard map).
 */
export const ACTION_PLACES = {
  detail: { group: 'look', keyName: null },
  'detail-tab': { group: 'look', keyName: null },
  history: { group: 'look', keyName: 'S' },
  map: { group: 'look', keyName: 'M' },
  accomplices: { group: 'look', keyName: 'C' },
  neighbours: { group: 'look', keyName: null },
  'copy-plate': { group: 'look', keyName: null },
  visure: { group: 'lists', keyName: 'V' },
  blacklist: { group: 'lists', keyName: 'B' },
  'multi-print': { group: 'print', keyName: 'X' },
  print: { group: 'print', keyName: 'P' },
} as const satisfies Readonly<Record<string, { readonly group: string; readonly keyName: string | null }>>;

export type TransitActionId = keyof typeof ACTION_PLACES;

/** The person's own rights on the plant of the transit. */
export type ActionRights = PlantLoginAnswer['user'];

/** One thing that can be done with a transit. An action that is not built is not registered, and so nowhere to be seen. */
export interface TransitAction {
  readonly id: TransitActionId;
  readonly label: MessageKey;
  readonly icon: IconName;
  /** TPERM-17: without a plate that could be read completely it cannot be used. */
  readonly needsValidPlate: boolean;
  /** What else the plant must allow; asked for the plant of the transit only (TPERM-05). Null: allowed. */
  readonly permission?: (rights: ActionRights) => DenialReason | null;
  /** True: not offered at all for this transit or in this place. */
  readonly isHidden?: (subject: ActionSubject, context: ActionContext) => boolean;
  /** A promise keeps the action marked as running until it ends, well or not. It tells its own failures. */
  readonly run: (subject: ActionSubject, context: ActionContext) => void | Promise<void>;
}

/** A transit of a plant as actions see it. */
export const subjectOf = (
  peerId: number,
  transit: Pick<Transit, 'id' | 'targa' | 'is_adr' | 'data' | 'varco_id' | 'class'>,
): ActionSubject => ({
  peerId,
  transitId: transit.id,
  plate: transit.targa,
  isAdr: transit.is_adr,
  at: transit.data,
  gateId: transit.varco_id,
  vehicleClass: transit.class,
});
