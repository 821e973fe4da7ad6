import { z } from 'zod';
import { StartError } from '@varco/server-kit/process/start-or-explain.ts';
import type { PlantParameters } from '@varco/contract/plant/auth.ts';
import type { TimeLimit } from '@varco/domain/transits/search-window.ts';
import type { Runner } from '../database/sql-statement.ts';
import type { StoredRow } from '../database/stored-row.ts';

const ReasonList = z.array(
  z.object({
    code: z.string(),
    it: z.string(),
    en: z.string(),
    /** A case number is needed with this reason. */
    requires_case: z.boolean().default(false),
    /** No longer offered nor accepted; kept for its text. */
    retired: z.boolean().default(false),
  }),
);
export type PlantReason = z.infer<typeof ReasonList>[number];

/** Reasons that people may state now. */
export const listOfferedReasons = ({ reasons }: Pick<PlantSettings, 'reasons'>): readonly PlantReason[] =>
  reasons.filter(({ retired }) => !retired);

/** The settings row of the plant. Days are ISO; retention in days. */
export interface PlantSettings extends Omit<
  StoredRow<'plant_settings'>,
  'one' | 'reasons' | 'license_options' | 'time_limit'
> {
  readonly reasons: readonly PlantReason[];
  readonly license_options: LicenseOptions | null;
  /** What the t_max of a user limits. */
  readonly time_limit: TimeLimit;
}

export interface LicenseOptions {
  /** Checks and look-ups of insurance and inspection. */
  readonly rca_rev?: boolean;
  /** Paid look-ups. */
  readonly visure?: boolean;
  readonly adv_charts?: {
    readonly expiration_date: string | null;
    readonly g2g: boolean;
    readonly population: boolean;
  } | null;
}

const SETTINGS_COLUMNS = `uuid, label, code, municipality, public_url, portal_url, retention_days, plate_picture_days, context_picture_days,
  retention_basis, retention_act, plate_picture_basis, plate_picture_act, context_picture_basis, context_picture_act, requires_reason, requires_case, reasons, license_expires_on, license_number, license_options,
  watermark_text, time_limit, paid_lookups_per_day, look_up_answer_days,
  look_up_answer_basis, look_up_answer_act, ingest_rate, ingest_burst, registry_checks_per_minute, alert_mail_domains,
  push_services, demo_slow_ms, demo_fail_one_in`;

/** Reads the settings. Throws when the plant has not been set up. */
export async function readPlantSettings(runner: Runner): Promise<PlantSettings> {
  const settings = await findPlantSettings(runner);
  if (settings === null) throw new StartError('this plant has no settings: set it up first (varco setup plant)');
  return settings;
}

/** Reads the settings; null: the plant has not been set up. */
export async function findPlantSettings(runner: Runner): Promise<PlantSettings | null> {
  const [row] = await runner.run<PlantSettings>({
    name: 'settings',
    text: `select ${SETTINGS_COLUMNS} from plant_settings`,
    values: [],
  });
  return row === undefined ? null : { ...row, reasons: ReasonList.parse(row.reasons) };
}

/** Plant parameters that a client needs before its first search. */
export const toPlantParameters = (settings: PlantSettings): PlantParameters => ({
  plant_uuid: settings.uuid,
  label: settings.label,
  code: settings.code,
  municipality: settings.municipality,
  retention_days: settings.retention_days,
  requires_reason: settings.requires_reason,
  requires_case: settings.requires_case,
  reasons: listOfferedReasons(settings).map(({ code, it, en, requires_case }) => ({ code, it, en, requires_case })),
  time_limit: settings.time_limit,
});
