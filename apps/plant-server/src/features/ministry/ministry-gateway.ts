import type { RegistryLookUpRequest, RegistryLookUpResponse } from '@varco/contract/registry/look-up.ts';
import type { RegistryVehicleFacts } from '@varco/contract/registry/vehicle-status.ts';

/** Why there is no result. */
type NoRegistryResult =
  /** Not sent or not answered because the request budget, ours or the service's, is used up. */
  | { readonly kind: 'congested' }
  /** The service is unavailable. */
  | { readonly kind: 'no-service' }
  /** This attempt failed; the next one may succeed. */
  | { readonly kind: 'failed' };

/** Result of checking a plate. `vehicle` null: the registry does not know it. */
export type CheckOutcome = { readonly kind: 'facts'; readonly vehicle: RegistryVehicleFacts | null } | NoRegistryResult;

/** Result of a search for an owner's vehicles. No plates: the owner has none. */
export type OwnerOutcome =
  | { readonly kind: 'facts'; readonly plates: readonly string[] }
  /** This plant has no registry. */
  | { readonly kind: 'missing' }
  | NoRegistryResult;

/** Why a look-up was certainly not made, and therefore not charged. */
export type NotSentReason = 'congested' | 'credentials' | 'maintenance' | 'unreachable' | 'cancelled' | 'refused';

/** Result of a look-up. `not-charged`: a replay found that nothing was charged. */
export type LookUpOutcome =
  | { readonly kind: 'answer'; readonly answer: RegistryLookUpResponse }
  | { readonly kind: 'not-asked'; readonly why: NotSentReason }
  | { readonly kind: 'not-charged' }
  /** Sent without a complete response: it may have been charged. */
  | { readonly kind: 'unsure'; readonly why: 'unreachable' | 'broken' };

/** One look-up to make. */
export interface LookUpRequest {
  readonly question: RegistryLookUpRequest;
  /** Charge id of the request; null: this kind costs nothing. */
  readonly chargeId: string | null;
  /** True: only fetches the response of a request that may have been charged before; never causes a charge. */
  readonly isReplayOnly: boolean;
  /** Called right before the request is sent, after all checks passed; false cancels it. */
  readonly beforeSending: () => Promise<boolean>;
}

/**
 * Ministry status codes of P 4: -99 none, -4 internal error, -3 VPN credentials missing, -2 ministry credentials missing,
 * -1 connecting, 0 refused, 1 connected.
 */
export type MinistryCode = -99 | -4 | -3 | -2 | -1 | 0 | 1;
/**
 * VPN status codes of P 4: -99 none, -4 credentials missing, -3 credentials refused, -2 no connection, -1 connecting, 0
 * disconnected, 1 connected.
 */
export type VpnCode = -99 | -4 | -3 | -2 | -1 | 0 | 1;

export interface GatewayState {
  readonly ministry: MinistryCode;
  readonly vpn: VpnCode;
  /** How often these credentials were refused since they were last accepted. */
  readonly ministryErrors: number;
  readonly vpnErrors: number;
}

/** The only access to the ministry (ADR 0010). Never rejects: every failure of the other side is an outcome. */
export interface MinistryGateway {
  /** False: this plant makes no checks. */
  isConfigured(): boolean;
  /** Current registry data of an Italian plate. Calls run one at a time. */
  vehicleStatus(plate: string, signal: AbortSignal): Promise<CheckOutcome>;
  /** Plates registered to a tax code or VAT number today, upper case. */
  vehiclesOfOwner(ownerCode: string, signal: AbortSignal): Promise<OwnerOutcome>;
  /** One look-up made by a user; not aborted once it is sent. */
  lookUp(order: LookUpRequest): Promise<LookUpOutcome>;
  /** Allows refused or locked credentials to be tried again by the next request; sends nothing itself. */
  confirmAccess(): Promise<void>;
  /** Status after the last responses. */
  getState(): GatewayState;
}
