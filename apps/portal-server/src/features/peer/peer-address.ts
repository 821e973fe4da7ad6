import { buildPlantAddressKey, parsePlantAddress } from '@varco/domain/plants/plant-address.ts';
import type { PortalDeps } from '../../deps.ts';
import { createAddressRule, judgeHost } from '@varco/server-kit/outbound/address-rules.ts';
import { invalidFieldError } from '../account/login-proof-checks.ts';

/**
 * Origin of an address that may be registered; the portal will call it by itself (security rules, parts 8 and 13).
 * Rejected with `bad_request` / `invalid_field`: addresses that are not a plant address, the portal's own, and
 * numbers or names of this machine or of a network that the configuration does not allow. A name that later resolves
 * to such an address is refused when connecting.
 */
export function checkPeerAddress(deps: Pick<PortalDeps, 'publicOrigin' | 'outboundCidrs'>, url: string): string {
  const address = parsePlantAddress(url);
  if (!address.ok) throw invalidFieldError('body/url');
  if (buildPlantAddressKey(address.origin) === buildPlantAddressKey(deps.publicOrigin))
    throw invalidFieldError('body/url');
  const { hostname } = new URL(address.origin);
  if (judgeHost(hostname, createAddressRule(deps.outboundCidrs)) === 'refused') throw invalidFieldError('body/url');
  return address.origin;
}
