import type { PlainSettingName, RetentionKind } from '@varco/contract/plant/settings.ts';
import type { Runner } from '../../database/sql-statement.ts';
import type { PlantLimits } from '../../settings/plant-limits.ts';
import type { PlantReason, PlantSettings } from '../../settings/plant-settings.repository.ts';

/** A term of retention with what it is based on. */
export interface TermFields {
  readonly days: number;
  readonly basis: string;
  readonly act: string;
}

const TERM_COLUMNS = {
  transits: { days: 'retention_days', basis: 'retention_basis', act: 'retention_act' },
  plate_pictures: { days: 'plate_picture_days', basis: 'plate_picture_basis', act: 'plate_picture_act' },
  context_pictures: { days: 'context_picture_days', basis: 'context_picture_basis', act: 'context_picture_act' },
  look_up_answers: { days: 'look_up_answer_days', basis: 'look_up_answer_basis', act: 'look_up_answer_act' },
} as const satisfies Record<RetentionKind, Record<keyof TermFields, keyof PlantSettings>>;

/** The term of a kind of data, out of the settings. */
export function getTerm(
  settings: PlantSettings,
  kind: RetentionKind,
  { look_up_answer_days }: PlantLimits,
): TermFields {
  const { days, basis, act } = TERM_COLUMNS[kind];
  return { days: settings[days] ?? look_up_answer_days, basis: settings[basis], act: settings[act] };
}

export async function updateTerm(runner: Runner, kind: RetentionKind, term: TermFields): Promise<void> {
  const { days, basis, act } = TERM_COLUMNS[kind];
  await runner.run({
    text: `update plant_settings set ${days} = $1, ${basis} = $2, ${act} = $3`,
    values: [term.days, term.basis, term.act],
  });
}

/** The column of a plain setting, named like the setting. */
const PLAIN_COLUMNS = {
  time_limit: 'time_limit',
  requires_reason: 'requires_reason',
  requires_case: 'requires_case',
  label: 'label',
  municipality: 'municipality',
  watermark_text: 'watermark_text',
  paid_lookups_per_day: 'paid_lookups_per_day',
  ingest_rate: 'ingest_rate',
  ingest_burst: 'ingest_burst',
  registry_checks_per_minute: 'registry_checks_per_minute',
  alert_mail_domains: 'alert_mail_domains',
  push_services: 'push_services',
} as const satisfies Record<PlainSettingName, keyof PlantSettings>;

export async function updatePlainSetting(
  runner: Runner,
  name: PlainSettingName,
  value: string | boolean | number | readonly string[],
): Promise<void> {
  await runner.run({ text: `update plant_settings set ${PLAIN_COLUMNS[name]} = $1`, values: [value] });
}

/** Replaces the list of reasons, in its order. */
export async function updateReasons(runner: Runner, reasons: readonly PlantReason[]): Promise<void> {
  await runner.run({ text: 'update plant_settings set reasons = $1', values: [JSON.stringify(reasons)] });
}
