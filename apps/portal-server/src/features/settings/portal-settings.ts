import { type MailSecurity, MapSettings, type PortalSettingName } from '@varco/contract/portal/settings.ts';
import type { DomainLists } from '@varco/domain/portal/user-kind.ts';
import type { Log } from '@varco/server-kit/log/log.ts';
import { z } from 'zod';
import type { ServerKey } from '../../auth/server-key.ts';
import type { Db } from '../../db.ts';
import { readStoredSettings, type StoredSetting } from './settings.repository.ts';

/** The mail server, with its password. */
export interface MailServer {
  readonly host: string;
  readonly port: number;
  readonly security: MailSecurity;
  /** Empty: the server asks for no sign-in. */
  readonly user: string;
  readonly password: string;
  readonly from: string;
}

/** The settings in force. */
export interface PortalSettings {
  readonly force_domains: readonly string[];
  readonly staff_domains: readonly string[];
  readonly institutional_domains: readonly string[];
  /** Administrators and provider staff must have a second factor (security rules, part 4). */
  readonly two_factor_required: boolean;
  /** Seconds that an export waits for a plant that does not answer. */
  readonly export_patience_s: number;
  /** Base maps and routing service. */
  readonly maps: MapSettings;
  /** Null: no mail is sent, messages wait. */
  readonly mail: MailServer | null;
}

/** A setting that is stored under its name; `mail` has a password besides. */
export type StoredName = PortalSettingName | 'mail';

const StoredMail = z
  .object({
    host: z.string(),
    port: z.number(),
    security: z.enum(['starttls', 'tls', 'none']),
    user: z.string(),
    from: z.string(),
  })
  .nullable();
const List = z.array(z.string());
/** Maps stored before there were streets have none. */
const StoredMaps = z.preprocess(
  (stored) => (typeof stored === 'object' && stored !== null ? { streets: '', streets_credit: '', ...stored } : stored),
  MapSettings,
);
/** What is read back; a value that no longer fits leaves the setting as the server was started. */
const StoredValues = z.object({
  force_domains: List.optional().catch(undefined),
  staff_domains: List.optional().catch(undefined),
  institutional_domains: List.optional().catch(undefined),
  two_factor_required: z.boolean().optional().catch(undefined),
  export_patience_s: z.number().optional().catch(undefined),
  maps: StoredMaps.optional().catch(undefined),
});

export const toDomainLists = (settings: PortalSettings): DomainLists => ({
  force: settings.force_domains,
  staff: settings.staff_domains,
  institutional: settings.institutional_domains,
});

const SEAL_CONTEXT = 'portal-setting mail';
export const sealMailPassword = (key: Pick<ServerKey, 'seal'>, password: string): Buffer =>
  key.seal(SEAL_CONTEXT, Buffer.from(password));

export interface PortalSettingsCache {
  /** What the server was started with. */
  readonly defaults: PortalSettings;
  /** The settings as last read, without a query. */
  current(): PortalSettings;
  /** Reads them again; the process that changes them calls it, others follow within seconds. */
  refresh(): Promise<void>;
}

interface Needs {
  readonly db: Db;
  readonly key: Pick<ServerKey, 'open'>;
  readonly log: Log;
}

export async function openPortalSettings(defaults: PortalSettings, needs: Needs): Promise<PortalSettingsCache> {
  const read = async (): Promise<PortalSettings> => applySettings(await readStoredSettings(needs.db), defaults, needs);
  let settings = await read();
  return {
    defaults,
    current: () => settings,
    async refresh() {
      settings = await read();
    },
  };
}

/** The settings in force, of what is stored and what the server was started with. */
export function applySettings(
  rows: ReadonlyMap<string, StoredSetting>,
  defaults: PortalSettings,
  needs: Omit<Needs, 'db'>,
): PortalSettings {
  const set = StoredValues.parse(Object.fromEntries([...rows].map(([name, { value }]) => [name, value])));
  return {
    force_domains: set.force_domains ?? defaults.force_domains,
    staff_domains: set.staff_domains ?? defaults.staff_domains,
    institutional_domains: set.institutional_domains ?? defaults.institutional_domains,
    two_factor_required: set.two_factor_required ?? defaults.two_factor_required,
    export_patience_s: set.export_patience_s ?? defaults.export_patience_s,
    maps: set.maps ?? defaults.maps,
    mail: readMailServer(rows.get('mail'), defaults, needs),
  };
}

/** Address of the mail server in force, without its account; empty: none. For `varco doctor`, which has no secret. */
export function formatMailAddress(rows: ReadonlyMap<string, StoredSetting>, initial: MailServer | null): string {
  const row = rows.get('mail');
  const server = row === undefined ? initial : (StoredMail.safeParse(row.value).data ?? null);
  return server === null ? '' : `${server.security === 'tls' ? 'smtps' : 'smtp'}://${server.host}:${server.port}`;
}

function readMailServer(
  row: StoredSetting | undefined,
  defaults: PortalSettings,
  { key, log }: Omit<Needs, 'db'>,
): MailServer | null {
  if (row === undefined) return defaults.mail;
  const found = StoredMail.safeParse(row.value);
  if (!found.success || found.data === null) return null;
  try {
    return { ...found.data, password: row.sealed === null ? '' : key.open(SEAL_CONTEXT, row.sealed).toString() };
  } catch (error) {
    // Sealed with the secret of another server, for instance after a database was moved without it.
    log.error('password of the mail server cannot be opened', { error });
    return null;
  }
}
