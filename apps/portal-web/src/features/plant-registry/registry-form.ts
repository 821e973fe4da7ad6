import type { RegistryPeer } from '@varco/contract/portal/peers.ts';
import type { MessageKey } from '@varco/i18n/message-types.ts';
import type { TextRules } from '@varco/ui/text-rules.ts';
import type { RegistryPlantFields } from './registry.api.ts';

/** Text fields of the form in display order; each is a field of the call. */
export const REGISTRY_INPUTS: readonly RegistryInput[] = [
  { name: 'label', label: 'plants:registry.label', rules: { maxLength: 80, required: true } },
  { name: 'code', label: 'plants:registry.code', rules: { maxLength: 6, required: true, invalid: /[^A-Za-z0-9]/g } },
  { name: 'plant_code', label: 'plants:registry.plantCode', rules: { maxLength: 64 } },
  { name: 'internal_ip', label: 'plants:table.internalIp', rules: { maxLength: 45, invalid: /[^0-9A-Fa-f.:]/g } },
  { name: 'expected_ip', label: 'plants:registry.expectedIp', rules: { maxLength: 45, invalid: /[^0-9A-Fa-f.:]/g } },
  { name: 'info', label: 'plants:table.info', rules: { maxLength: 300 } },
  { name: 'smartphone', label: 'plants:table.smartphone', rules: { maxLength: 40 } },
  { name: 'notes', label: 'plants:table.notes', rules: { maxLength: 2000 } },
];

type RegistryTextName =
  | 'label'
  | 'code'
  | 'plant_code'
  | 'internal_ip'
  | 'expected_ip'
  | 'info'
  | 'smartphone'
  | 'notes';

interface RegistryInput {
  readonly name: RegistryTextName;
  readonly label: MessageKey;
  readonly rules: TextRules;
}

export type RegistryPlantTexts = Readonly<Record<RegistryTextName, string>> & {
  readonly enabled: boolean;
  readonly verified: boolean;
};

/** Initial form values. */
export const createRegistryTexts = (peer: RegistryPeer): RegistryPlantTexts => ({
  label: peer.label,
  code: peer.code,
  plant_code: '',
  internal_ip: peer.internal_ip ?? '',
  expected_ip: peer.expected_ip ?? '',
  info: peer.info,
  smartphone: peer.smartphone,
  notes: peer.notes,
  enabled: peer.enabled,
  verified: peer.verified,
});

const emptyToNull = (text: string): string | null => (text.trim() === '' ? null : text.trim());

/** Request body; an empty plant code leaves the stored one unchanged. */
export function buildRegistryBody({ plant_code: plantCode, ...texts }: RegistryPlantTexts): RegistryPlantFields {
  return {
    ...texts,
    code: texts.code.trim().toUpperCase(),
    internal_ip: emptyToNull(texts.internal_ip),
    expected_ip: emptyToNull(texts.expected_ip),
    ...(plantCode === '' ? {} : { plant_code: plantCode }),
  };
}
