import { randomBytes } from 'node:crypto';
import { readFile } from 'node:fs/promises';
import type { ExternalDatabase, MailAnswers, PlantSetUp, PortalSetUp } from '@varco/contract/set-up.ts';
import { isSafeValue, type Settings } from '../settings-file.ts';

/** What a server is called in files, units and folders. */
export interface Installed {
  readonly kind: 'plant' | 'portal';
  /** Name of the plant; empty for the portal. */
  readonly name: string;
}

/** `portal`, `plant-borgo`: begins the name of the settings file, and is the name of the data folder. */
export const getSlug = ({ kind, name }: Installed): string => (kind === 'portal' ? 'portal' : `plant-${name}`);

/** Unit of systemd that runs it. */
export const getUnit = ({ kind, name }: Installed): string =>
  kind === 'portal' ? 'varco-portal' : `varco-plant@${name}`;

/** Cannot go on; the message is the key of a text for the person at the terminal. */
export class SetUpProblem extends Error {
  override readonly name = 'SetUpProblem';
  readonly values: Readonly<Record<string, string>>;
  readonly code: 'noFile' | 'wrongAddress' | 'unsafeValue' | 'wrongPassword';

  constructor(code: SetUpProblem['code'], values: Readonly<Record<string, string>>) {
    super(code);
    this.code = code;
    this.values = values;
  }
}

/** Addresses of a database on a given PostgreSQL. `adminUrl` is used once and written nowhere. */
export interface DatabaseAddresses {
  readonly adminUrl: string;
  readonly ownerUrl: string;
  readonly appUrl: string;
}

/** First line of a file that holds one secret. Throws `SetUpProblem`. */
async function readSecretFile(file: string): Promise<string> {
  const text = await readFile(file, 'utf8').catch(() => {
    throw new SetUpProblem('noFile', { file });
  });
  return text.split('\n')[0]?.trim() ?? '';
}

/** Passwords of roles end up in an address in a settings file. */
async function readPassword(file: string): Promise<string> {
  const password = await readSecretFile(file);
  if (password.length < 12) throw new SetUpProblem('wrongPassword', { file });
  return password;
}

export interface KnownAddresses {
  /** Those of an earlier run for this server; empty: none. Their passwords stay, so that a run can be repeated. */
  readonly ownerUrl: string;
  readonly appUrl: string;
  /** Those of the other servers of this machine: a role is one for all databases of a PostgreSQL. */
  readonly others: readonly string[];
}

/** The addresses of an external database. Throws `SetUpProblem`. */
export async function planDatabase(answers: ExternalDatabase, known: KnownAddresses): Promise<DatabaseAddresses> {
  const adminUrl = await readSecretFile(answers.admin_address_file);
  if (!/^postgres(?:ql)?:\/\//.test(adminUrl) || !URL.canParse(adminUrl))
    throw new SetUpProblem('wrongAddress', { file: answers.admin_address_file });
  const build = async (role: string, file: string | undefined): Promise<string> => {
    const url = new URL(adminUrl);
    url.username = role;
    const password = file === undefined ? null : encodeURIComponent(await readPassword(file));
    url.password = password ?? findSharedPassword(url, known.others) ?? randomBytes(24).toString('base64url');
    url.pathname = `/${answers.name}`;
    return url.href;
  };
  return {
    adminUrl,
    ownerUrl: known.ownerUrl === '' ? await build('varco_owner', answers.owner_password_file) : known.ownerUrl,
    appUrl: known.appUrl === '' ? await build('varco_app', answers.app_password_file) : known.appUrl,
  };
}

/** Password, encoded, of the same role at the same server in the address of another server of this machine. */
function findSharedPassword(wanted: URL, others: readonly string[]): string | null {
  const urls = others.filter((address) => URL.canParse(address)).map((address) => new URL(address));
  const same = urls.find(
    ({ username, host, searchParams }) =>
      username === wanted.username &&
      host === wanted.host &&
      searchParams.get('host') === wanted.searchParams.get('host'),
  );
  return same === undefined || same.password === '' ? null : same.password;
}

async function buildMailUrl(mail: MailAnswers): Promise<string> {
  if (mail.user === undefined) return mail.server;
  const url = new URL(mail.server);
  const password = mail.password_file === undefined ? '' : await readSecretFile(mail.password_file);
  const account = [mail.user, password].map(encodeAccountPart).join(':');
  return `${url.protocol}//${account}@${url.host}`;
}

/** Percent-encodes also what a settings file would take for a quote. */
const encodeAccountPart = (text: string): string => encodeURIComponent(text).replaceAll("'", '%27');

const COMMON = { VARCO_TRUST_PROXY: '127.0.0.1,::1' };

interface Place {
  readonly dataDir: string;
  /** Address for the server; empty: the embedded database. */
  readonly databaseUrl: string;
}

/** The settings file of a plant. Throws `SetUpProblem`. */
export function planPlant(answers: PlantSetUp, { dataDir, databaseUrl }: Place): Settings {
  return checkValues({
    VARCO_DATA_DIR: dataDir,
    VARCO_PORT: String(answers.port ?? 8401),
    VARCO_PORTAL_ORIGINS: answers.portal,
    ...COMMON,
    VARCO_OUTBOUND_CIDRS: answers.private_networks.join(','),
    VARCO_DATABASE_URL: databaseUrl,
    ...planDisk(answers),
  });
}

/** The settings file of the portal. Reads the password of the mail server. Throws `SetUpProblem`. */
export async function planPortal(answers: PortalSetUp, { dataDir, databaseUrl }: Place): Promise<Settings> {
  const { mail } = answers;
  return checkValues({
    VARCO_DATA_DIR: dataDir,
    VARCO_PORT: String(answers.port ?? 8400),
    VARCO_PUBLIC_ORIGIN: answers.address,
    VARCO_PLANT_ORIGINS: answers.plants.join(','),
    ...COMMON,
    VARCO_OUTBOUND_CIDRS: answers.private_networks.join(','),
    VARCO_SMTP_URL: mail === 'none' ? '' : await buildMailUrl(mail),
    VARCO_MAIL_FROM: mail === 'none' ? '' : mail.from,
    VARCO_DATABASE_URL: databaseUrl,
    ...planDisk(answers),
  });
}

const planDisk = ({ disk_reserve_mb: mb }: { readonly disk_reserve_mb?: number | undefined }): Settings =>
  mb === undefined ? {} : { VARCO_DISK_RESERVE_MB: String(mb) };

function checkValues(settings: Settings): Settings {
  for (const [name, value] of Object.entries(settings))
    if (!isSafeValue(value)) throw new SetUpProblem('unsafeValue', { name });
  return settings;
}
