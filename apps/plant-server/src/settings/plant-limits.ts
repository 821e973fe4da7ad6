import type { Runner } from '../database/sql-statement.ts';
import { type PlantSettings, readPlantSettings } from './plant-settings.repository.ts';

/** Settings that have a value before anybody sets them in the browser. Named like their columns. */
export interface PlantLimits {
  /** Paid look-ups of the whole plant in a day. */
  readonly paid_lookups_per_day: number;
  /** Days that a registry response is retained. */
  readonly look_up_answer_days: number;
  /** Reads per second that one camera key may send, and the size of a burst. */
  readonly ingest_rate: number;
  readonly ingest_burst: number;
  /** Automatic registry checks in a minute. */
  readonly registry_checks_per_minute: number;
  /** Domains that alert mails may go to (security rules, part 13). */
  readonly alert_mail_domains: readonly string[];
  /** Push services of browsers that the plant may call. */
  readonly push_services: readonly string[];
}

/** The limits in force: what the plant set, else what its server was started with. */
export const applyLimits = (settings: PlantSettings, defaults: PlantLimits): PlantLimits => ({
  paid_lookups_per_day: settings.paid_lookups_per_day ?? defaults.paid_lookups_per_day,
  look_up_answer_days: settings.look_up_answer_days ?? defaults.look_up_answer_days,
  ingest_rate: settings.ingest_rate ?? defaults.ingest_rate,
  ingest_burst: settings.ingest_burst ?? defaults.ingest_burst,
  registry_checks_per_minute: settings.registry_checks_per_minute ?? defaults.registry_checks_per_minute,
  alert_mail_domains: settings.alert_mail_domains ?? defaults.alert_mail_domains,
  push_services: settings.push_services ?? defaults.push_services,
});

export interface PlantLimitsCache {
  /** What the server was started with. */
  readonly defaults: PlantLimits;
  /** The limits as last read, without a query: they are checked for every read of a camera. */
  current(): PlantLimits;
  /** Reads them again; the process that changes them calls it, others follow within seconds. */
  refresh(): Promise<void>;
}

export async function openPlantLimits(defaults: PlantLimits, runner: Runner): Promise<PlantLimitsCache> {
  const read = async (): Promise<PlantLimits> => applyLimits(await readPlantSettings(runner), defaults);
  let limits = await read();
  return {
    defaults,
    current: () => limits,
    async refresh() {
      limits = await read();
    },
  };
}
