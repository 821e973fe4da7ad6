import type {
  LimitName,
  PlainSettingName,
  PlantSettingsView,
  RegistryView,
  RetentionKind,
} from '@varco/contract/plant/settings.ts';
import { EXPORT_RETENTION_MS } from '@varco/domain/exports/export-limits.ts';
import { applyLimits, type PlantLimits } from '../../settings/plant-limits.ts';
import type { RegistryAccount } from '../../settings/registry-account.repository.ts';
import type { PlantSettings } from '../../settings/plant-settings.repository.ts';
import { FIRST_VERSION, type SettingChange } from '../../settings/setting-changes.repository.ts';
import { getTerm } from './settings.repository.ts';

const DAY_MS = 86_400_000;

export const toReasonName = (code: string): string => `reason.${code}`;
export const toTermName = (kind: RetentionKind): string => `retention.${kind}`;

/** Values of the plain settings; what the plant has not set is as the server was started. */
export const toPlainValues = (settings: PlantSettings, defaults: PlantLimits) => ({
  time_limit: settings.time_limit,
  requires_reason: settings.requires_reason,
  requires_case: settings.requires_case,
  label: settings.label,
  municipality: settings.municipality,
  watermark_text: settings.watermark_text,
  ...applyLimits(settings, defaults),
});

/** What the settings on the wire are made of, beside the settings themselves. */
interface SettingsFacts {
  readonly values: ReturnType<typeof toPlainValues>;
  readonly defaults: PlantLimits;
  /** Last changes by name. */
  readonly changes: ReadonlyMap<string, SettingChange>;
  /** Legal holds in force. */
  readonly holds: number;
  readonly registry: RegistryAccount;
}

/** The name under which changes of the registry are counted. */
export const REGISTRY_NAME = 'registry';

/** The registry without its passwords; null: the plant makes no checks. */
export const toRegistryView = ({ url, vpn, ministry }: RegistryAccount): RegistryView | null =>
  url === '' ? null : { url, vpn_user: vpn?.user ?? '', ministry_user: ministry?.user ?? '' };

/** The settings on the wire. */
export function toSettingsView(
  settings: PlantSettings,
  { values, defaults, changes, holds, registry }: SettingsFacts,
): PlantSettingsView {
  const state = (name: string): { ver: number; changed: { by: string; at: string } | null } => {
    const last = changes.get(name);
    return last === undefined
      ? { ver: FIRST_VERSION, changed: null }
      : { ver: last.ver, changed: { by: last.by, at: last.at } };
  };
  const stored = <N extends PlainSettingName>(name: N) => ({ value: values[name], ...state(name) });
  const limit = <N extends LimitName>(name: N) => ({ ...stored(name), from_environment: settings[name] === null });
  const term = (kind: RetentionKind) => ({ ...getTerm(settings, kind, defaults), ...state(toTermName(kind)) });
  const reasons = settings.reasons.map((reason) => ({ ...reason, ...state(toReasonName(reason.code)) }));
  return {
    code: settings.code,
    values: {
      time_limit: stored('time_limit'),
      requires_reason: stored('requires_reason'),
      requires_case: stored('requires_case'),
      label: stored('label'),
      municipality: stored('municipality'),
      watermark_text: stored('watermark_text'),
      paid_lookups_per_day: limit('paid_lookups_per_day'),
      ingest_rate: limit('ingest_rate'),
      ingest_burst: limit('ingest_burst'),
      registry_checks_per_minute: limit('registry_checks_per_minute'),
      alert_mail_domains: limit('alert_mail_domains'),
      push_services: limit('push_services'),
    },
    reasons: [...reasons.filter(({ retired }) => !retired), ...reasons.filter(({ retired }) => retired)],
    retention: {
      transits: term('transits'),
      plate_pictures: term('plate_pictures'),
      context_pictures: term('context_pictures'),
      look_up_answers: { ...term('look_up_answers'), from_environment: settings.look_up_answer_days === null },
    },
    registry: {
      value: toRegistryView(registry),
      ...state(REGISTRY_NAME),
      from_environment: !changes.has(REGISTRY_NAME),
    },
    export_days: EXPORT_RETENTION_MS / DAY_MS,
    holds,
  };
}
