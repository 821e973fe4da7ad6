import type { PlantLoginResponse } from '@varco/contract/plant/auth.ts';
import type { Transit } from '@varco/contract/plant/transit.ts';
import type { DenialReason } from '@varco/domain/policy/permissions.ts';
import type { MessageKey } from '@varco/i18n/message-types.ts';
import type { IconName } from '@varco/ui/icon-paths.ts';
import type { ShownScore } from '../lists/blacklist-request.store.ts';

/** The data of a transit that actions use. */
export interface ActionSubject {
  readonly peerId: number;
  readonly transitId: string;
  /** Plate as read by the camera; `**` when hidden from the user. */
  readonly plate: string;
  readonly isAdr: boolean;
  /** Instant of the passage. */
  readonly at: string;
  readonly gateId: number;
  /** Vehicle class of the read; absent where the screen does not know it. */
  readonly vehicleClass?: string;
}

/** Where an action is offered, and what that screen supports. */
export interface ActionContext {
  readonly place: 'list' | 'detail' | 'palette' | 'suspects';
  /** Workspace tab of the list that contains the transit. */
  readonly tabId?: string;
  /** Shows the detail in the manner of this screen; without it a tab is opened. */
  readonly openDetail?: (subject: ActionSubject) => void;
  /** Turns multi-selection on and selects this transit; absent where rows cannot be selected. */
  readonly selectMany?: (subject: ActionSubject) => void;
  /** The score of the row, where the screen shows one: an entry of a list that starts from it names it. */
  readonly score?: ShownScore;
  /** Of the transit only plant, number and plate are known yet. Actions that use anything else are not offered. */
  readonly isPlateOnly?: boolean;
}

/**
 * All transit actions (T 2.4), in menu order. An action is listed here when it is planned, not only when it is built,
 * so that keys and order are fixed from the start (design, keyboard map).
 */
export const ACTION_PLACES = {
  detail: { group: 'look', keyName: null },
  'detail-tab': { group: 'look', keyName: null },
  'second-screen': { group: 'look', keyName: null },
  history: { group: 'look', keyName: 'S' },
  map: { group: 'look', keyName: 'M' },
  compare: { group: 'look', keyName: null },
  accomplices: { group: 'look', keyName: 'C' },
  neighbours: { group: 'look', keyName: null },
  'copy-plate': { group: 'look', keyName: null },
  'copy-link': { group: 'look', keyName: null },
  follow: { group: 'lists', keyName: 'W' },
  note: { group: 'lists', keyName: 'A' },
  visure: { group: 'lists', keyName: 'V' },
  blacklist: { group: 'lists', keyName: 'B' },
  'multi-print': { group: 'print', keyName: 'X' },
  print: { group: 'print', keyName: 'P' },
} as const satisfies Readonly<Record<string, { readonly group: string; readonly keyName: string | null }>>;

export type TransitActionId = keyof typeof ACTION_PLACES;

/** The user's own rights on the plant of the transit. */
export type ActionRights = PlantLoginResponse['user'];

/** A transit action. Actions that are not built are not registered and appear nowhere. */
export interface TransitAction {
  readonly id: TransitActionId;
  readonly label: MessageKey;
  readonly icon: IconName;
  /** TPERM-17: unavailable when the plate was not read completely. */
  readonly needsValidPlate: boolean;
  /** Further permission required on the plant of the transit only (TPERM-05). Null: allowed. */
  readonly permission?: (rights: ActionRights) => DenialReason | null;
  /** True: not offered for this transit or in this context. */
  readonly isHidden?: (subject: ActionSubject, context: ActionContext) => boolean;
  /** A returned promise keeps the action marked as running until it settles. The action reports its own failures. */
  readonly run: (subject: ActionSubject, context: ActionContext) => void | Promise<void>;
}

/** Converts a plant's transit to the subject of an action. */
export const toSubject = (
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
