/** The members of a process used here; only `main.ts` passes the real one. */
interface ProcessHost {
  readonly stderr: { write(text: string): unknown };
  exit(code: number): void;
}

/** Why a program cannot start, in words for the person who starts it. */
export class StartError extends Error {
  override readonly name = 'StartError';
}

/** Errors whose message is written for that person and contains no value of a setting. */
const PLAIN_ERRORS: ReadonlySet<string> = new Set([
  'StartError',
  'EnvError',
  'EmbeddedPostgresError',
  'MigrationError',
]);

const UNREACHABLE: ReadonlySet<string> = new Set([
  'ECONNREFUSED',
  'ECONNRESET',
  'EHOSTUNREACH',
  'ENETUNREACH',
  'ENOENT',
  'ETIMEDOUT',
]);

/** Texts by SQLSTATE, or by its first two characters. */
const DATABASE_PROBLEMS: ReadonlyMap<string, string> = new Map([
  ['28', 'The database refuses the user or the password of its address (VARCO_DATABASE_URL).'],
  ['3D', 'The database named in its address does not exist (VARCO_DATABASE_URL).'],
  ['42', 'The database is not migrated for this program, or its role lacks rights: run varco migrate.'],
  ['53', 'The database has no room: too many connections, or its disk is full.'],
  ['57', 'The database is starting or stopping: try again in a moment.'],
]);

/**
 * Runs the start of a program. When it fails, one line in plain words goes to standard error, never a stack trace, and
 * the process exits with 1.
 */
export async function startOrExplain(
  program: string,
  start: () => Promise<void>,
  host: ProcessHost = process,
): Promise<void> {
  try {
    await start();
  } catch (error) {
    host.stderr.write(`${program}: ${explainStartError(error)}\n`);
    host.exit(1);
  }
}

/** One line in plain words. Contains no password: addresses of databases are never quoted. */
export function explainStartError(error: unknown): string {
  if (!(error instanceof Error)) return 'It could not start, and gave no reason.';
  const facts = readFacts(error);
  if (PLAIN_ERRORS.has(error.name)) return joinLines(error.message) + describeCause(error.cause);
  const known = explainNetwork(facts) ?? explainDatabase(error, facts) ?? explainFile(facts);
  return known ?? `It could not start: ${joinLines(error.message.split('\n')[0] ?? '')}`;
}

/** What Node and PostgreSQL say about an error beside its message. */
interface ErrorFacts {
  readonly code: string;
  readonly syscall: string;
  readonly path: string;
  readonly host: string;
  readonly port: string;
  readonly isOfDatabase: boolean;
}

function readFacts(error: Error): ErrorFacts {
  const read = (name: string): string => {
    const value: unknown = Reflect.get(error, name);
    return typeof value === 'string' || typeof value === 'number' ? String(value) : '';
  };
  const nested: unknown = error instanceof AggregateError ? error.errors[0] : null;
  return {
    code: read('code'),
    // An address with several IP addresses fails with one error for each.
    syscall: nested instanceof Error ? readFacts(nested).syscall : read('syscall'),
    path: read('path'),
    host: read('hostname') === '' ? read('address') : read('hostname'),
    port: read('port'),
    isOfDatabase: read('severity') !== '',
  };
}

function explainNetwork({ code, syscall, host, port }: ErrorFacts): string | null {
  if (syscall === 'listen') {
    if (code === 'EADDRINUSE')
      return `Port ${port} on ${host} is taken by another program: stop it, or choose another port with VARCO_PORT.`;
    if (code === 'EACCES') return `This user may not open port ${port}: choose one above 1023 with VARCO_PORT.`;
    if (code === 'EADDRNOTAVAIL') return `${host} is not an address of this machine: correct VARCO_HOST.`;
  }
  if (syscall === 'getaddrinfo')
    return `The host name ${host} is not known: correct VARCO_HOST or the address of the database.`;
  if (syscall === 'connect' && UNREACHABLE.has(code))
    return 'The database does not answer at its address (VARCO_DATABASE_URL): is it running, and reachable from here?';
  return null;
}

function explainDatabase({ message }: Error, { code, isOfDatabase }: ErrorFacts): string | null {
  if (/^(?:Connection terminated|timeout expired)/.test(message))
    return 'The database closes the connection or does not answer in time (VARCO_DATABASE_URL).';
  if (message.startsWith('SASL: ')) return DATABASE_PROBLEMS.get('28') ?? null;
  if (!isOfDatabase) return null;
  return DATABASE_PROBLEMS.get(code.slice(0, 2)) ?? `The database refused the start (SQLSTATE ${code}).`;
}

function explainFile({ code, path }: ErrorFacts): string | null {
  const what = path === '' ? 'A file or folder' : path;
  if (code === 'EACCES' || code === 'EPERM') return `${what} cannot be used: this user has no right to it.`;
  if (code === 'EROFS') return `${what} cannot be written: its disk is read-only.`;
  if (code === 'ENOENT') return `${what} does not exist.`;
  if (code === 'ENOTDIR') return `${what} is not a folder.`;
  if (code === 'EISDIR') return `${what} is a folder, not a file.`;
  if (code === 'ENOSPC' || code === 'EDQUOT') return `${what} cannot be written: the disk is full.`;
  return null;
}

const describeCause = (cause: unknown): string => {
  const code = cause instanceof Error ? readFacts(cause).code : '';
  return code === '' ? '' : ` (${code})`;
};

const joinLines = (text: string): string =>
  text
    .split('\n')
    .map((line) => line.trim())
    .filter((line) => line !== '')
    .join(' ');
