import type { LookUpQuestion, RegistryAnswer } from '@varco/contract/registry/look-up.ts';
import type { VehicleFacts } from '@varco/contract/registry/vehicle-status.ts';

/** Why nothing was learned. */
type NoAnswer =
  /** Not asked, or not answered, to spare the service: over our budget or its own. */
  | { readonly kind: 'congested' }
  /** Nobody can be asked now. */
  | { readonly kind: 'no-service' }
  /** This one try failed; the next may succeed. */
  | { readonly kind: 'failed' };

/** What came of asking about a plate. `vehicle` null: the registry does not know the plate. */
export type CheckOutcome = { readonly kind: 'facts'; readonly vehicle: VehicleFacts | null } | NoAnswer;

/** What came of asking for somebody's vehicles. No plates: none in that name. */
export type OwnerOutcome = { readonly kind: 'facts'; readonly plates: readonly string[] } | NoAnswer;

/** Why a look-up was certainly not made, and so not paid. */
export type NotAsked = 'congested' | 'credentials' | 'maintenance' | 'unreachable' | 'cancelled' | 'refused';

/** What came of a look-up. `not-charged`: a recall found that nothing was ever paid. */
export type LookUpOutcome =
  | { readonly kind: 'answer'; readonly answer: RegistryAnswer }
  | { readonly kind: 'not-asked'; readonly why: NotAsked }
  | { readonly kind: 'not-charged' }
  /** Sent, and no whole answer came back: it may have been paid. */
  | { readonly kind: 'unsure'; readonly why: 'unreachable' | 'broken' };

/** One look-up to be made. */
export interface LookUpOrder {
  readonly question: LookUpQuestion;
  /** Id of the wish; null: a kind that costs nothing. */
  readonly chargeId: string | null;
  /** Never pays: asks for the answer of a wish that may have been paid before. */
  readonly isRecall: boolean;
  /** Called right before the question leaves, when all guards have let it pass; false: it is not sent. */
  readonly beforeSending: () => Promise<boolean>;
}

/** Codes of P 4: ministry -99 none, -4 internal error, -3 VPN credentials missing, -2 its own missing, -1 connecting, 0 refused, 1 connected. */
export type MinistryCode = -99 | -4 | -3 | -2 | -1 | 0 | 1;
/** VPN -99 none, -4 credentials missing, -3 credentials refused, -2 no connection, -1 connecting, 0 disconnected, 1 connected. */
export type VpnCode = -99 | -4 | -3 | -2 | -1 | 0 | 1;

export interface GatewayState {
  readonly ministry: MinistryCode;
  readonly vpn: VpnCode;
  /** Times these credentials were refused since they were last accepted. */
  readonly ministryErrors: number;
  readonly vpnErrors: number;
}

/** The one door to the ministry (decision 0005). Never rejects: whatever the other side does is an outcome. */
export interface MinistryGateway {
  /** What is known of an Italian plate today. Calls are made one at a time. */
  vehicleStatus(plate: string, signal: AbortSignal): Promise<CheckOutcome>;
  /** Plates in the name of a tax code or VAT number today, upper case. */
  vehiclesOfOwner(ownerCode: string, signal: AbortSignal): Promise<OwnerOutcome>;
  /** One look-up of a person; not broken off once it is sent. */
  lookUp(order: LookUpOrder): Promise<LookUpOutcome>;
  /** Refused or locked out before, the same credentials are tried again by the next question; nothing is asked now. */
  confirmAccess(): Promise<void>;
  /** As the last answers left it. */
  state(): GatewayState;
}
