import type { RegistryPeer } from '@varco/contract/portal/peers.ts';
import type { PeerFields } from './registry.api.ts';

/** Text fields of the form, in its order; each is a field of the call. */
export const PEER_INPUTS = [
  { name: 'url', label: 'plants:registry.url', max: 300 },
  { name: 'label', label: 'plants:registry.label', max: 80 },
  { name: 'code', label: 'plants:registry.code', max: 6 },
  { name: 'uuid', label: 'plants:registry.uuid', max: 36 },
  { name: 'public_key', label: 'plants:registry.publicKey', max: 43 },
  { name: 'plant_code', label: 'plants:registry.plantCode', max: 64 },
  { name: 'internal_ip', label: 'plants:table.internalIp', max: 45 },
  { name: 'expected_ip', label: 'plants:registry.expectedIp', max: 45 },
  { name: 'info', label: 'plants:table.info', max: 300 },
  { name: 'smartphone', label: 'plants:table.smartphone', max: 40 },
  { name: 'notes', label: 'plants:table.notes', max: 2000 },
] as const;

export type PeerTexts = Readonly<Record<(typeof PEER_INPUTS)[number]['name'], string>> & {
  readonly enabled: boolean;
  readonly verified: boolean;
};

/** What the form begins with. */
export const peerTexts = (peer: RegistryPeer | null): PeerTexts => ({
  url: peer?.url ?? '',
  label: peer?.label ?? '',
  code: peer?.code ?? '',
  uuid: peer?.uuid ?? '',
  public_key: peer?.public_key ?? '',
  plant_code: '',
  internal_ip: peer?.internal_ip ?? '',
  expected_ip: peer?.expected_ip ?? '',
  info: peer?.info ?? '',
  smartphone: peer?.smartphone ?? '',
  notes: peer?.notes ?? '',
  enabled: peer?.enabled ?? true,
  verified: peer?.verified ?? false,
});

const orNull = (text: string): string | null => (text.trim() === '' ? null : text.trim());

/** The call's body: an empty code of the plant leaves the one of before. */
export function peerBody({ plant_code: plantCode, ...texts }: PeerTexts): PeerFields {
  return {
    ...texts,
    url: texts.url.trim(),
    uuid: texts.uuid.trim(),
    code: texts.code.trim().toUpperCase(),
    public_key: orNull(texts.public_key),
    internal_ip: orNull(texts.internal_ip),
    expected_ip: orNull(texts.expected_ip),
    ...(plantCode === '' ? {} : { plant_code: plantCode }),
  };
}
