import { buildPlantAddressKey, parsePlantAddress } from '@varco/domain/plants/plant-address.ts';
import type { PortalDeps } from '../../deps.ts';
import { createAddressRule, judgeHost } from '@varco/server-kit/outbound/address-rules.ts';

/**
 * Origin of an address that may be registered; the portal will call it by itself (security rules, parts 8 and 13). Null
 * for addresses that are not a plant address, the portal's own, and numbers or names of this machine or of a network that
 * the configuration does not allow. A name that later resolves to such an address is refused when connecting.
 */
export function findPeerOrigin(deps: Pick<PortalDeps, 'publicOrigin' | 'outboundCidrs'>, url: string): string | null {
  const address = parsePlantAddress(url);
  if (!address.ok) return null;
  if (buildPlantAddressKey(address.origin) === buildPlantAddressKey(deps.publicOrigin)) return null;
  const { hostname } = new URL(address.origin);
  return judgeHost(hostname, createAddressRule(deps.outboundCidrs)) === 'refused' ? null : address.origin;
}
