import { type ChildProcess, execFileSync, spawn } from 'node:child_process';
import { randomBytes } from 'node:crypto';
import { once } from 'node:events';
import { appendFile, mkdtemp, readFile, rm, writeFile } from 'node:fs/promises';
import { request } from 'node:http';
import { createServer, type Server } from 'node:https';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { Client } from 'pg';
import { stringify } from 'yaml';
import { vi } from 'vitest';
import { parseSettings } from '../settings-file.ts';

const MAIN = join(import.meta.dirname, '../main.ts');

export interface CommandResult {
  readonly code: number | null;
  readonly out: string;
  readonly err: string;
}

/** A machine of its own as far as `varco` can tell: settings, data, certificates, and a PostgreSQL without its roles. */
export interface TestInstallation {
  /** Folder of the settings files. */
  readonly etc: string;
  readonly folder: string;
  /** File with the address of the PostgreSQL administrator. */
  readonly adminFile: string;
  /** Runs the real command in English, without a terminal. */
  varco(...args: string[]): Promise<CommandResult>;
  /** Starts the real command and kills it with all its programs as soon as `isTime` holds; true: before it ended. */
  killWhen(isTime: () => Promise<boolean>, ...args: string[]): Promise<boolean>;
  /** Writes answers as YAML; returns the file. */
  answers(name: string, value: object): Promise<string>;
  settings(slug: string): Promise<Record<string, string>>;
  /** Starts a server with its settings and waits until it is ready; further variables as if they stood in them. */
  start(kind: 'plant' | 'portal', slug: string): Promise<{ stop(): Promise<void> }>;
  /** TLS in front of a port. `days`: validity of its certificate for localhost; `isBelieved` false: by nobody. */
  startTls(port: number, target: number, options?: TlsOptions): Promise<{ stop(): void }>;
  /** Runs statements as the administrator. */
  sql<T extends object>(database: string, text: string): Promise<T[]>;
  remove(): Promise<void>;
}

export interface TlsOptions {
  readonly days?: number;
  readonly isBelieved?: boolean;
  /** Headers of every answer that replace those of the server. */
  readonly headers?: Readonly<Record<string, string>>;
}

/** A PostgreSQL of the test: the command itself may not import what starts one. */
export type StartPostgres = (options: { readonly dataDir: string; readonly durable: boolean }) => Promise<{
  url(database: string, role: 'admin'): string;
  stop(): Promise<void>;
}>;

export async function createTestInstallation(startPostgres: StartPostgres): Promise<TestInstallation> {
  const folder = await mkdtemp(join(tmpdir(), 'varco-setup-'));
  const server = await startPostgres({ dataDir: join(folder, 'postgres'), durable: false });
  const adminUrl = server.url('postgres', 'admin');
  const sql: TestInstallation['sql'] = (database, text) => queryAs(adminUrl, database, text);
  await dropRoles(sql);
  const adminFile = join(folder, 'admin.url');
  await writeFile(adminFile, `${adminUrl}\n`, { mode: 0o600 });
  const etc = join(folder, 'etc');
  const env = {
    PATH: process.env['PATH'],
    LANG: 'en_GB.UTF-8',
    TMPDIR: process.env['TMPDIR'],
    NODE_EXTRA_CA_CERTS: join(folder, 'all.pem'),
  };
  await writeFile(env.NODE_EXTRA_CA_CERTS, '');
  const run = (args: readonly string[]): ChildProcess =>
    spawn(process.execPath, [MAIN, ...args], { env, stdio: ['ignore', 'pipe', 'pipe'], detached: true });
  const ends: (() => Promise<void> | void)[] = [];
  const settings = async (slug: string) => ({ ...parseSettings(await readFile(join(etc, `${slug}.env`), 'utf8')) });

  return {
    etc,
    folder,
    adminFile,
    settings,
    sql,
    varco: (...args) => waitFor(run(args)),
    killWhen: (isTime, ...args) => killWhen(run(args), isTime),
    async answers(name, value) {
      const file = join(folder, `${name}.yaml`);
      await writeFile(file, stringify(value));
      return file;
    },
    async start(kind, slug) {
      const stop = await startServer(kind, { ...env, ...(await settings(slug)), VARCO_LOG_LEVEL: 'error' });
      ends.push(stop);
      return { stop };
    },
    async startTls(port, target, { days = 30, isBelieved = true, headers = {} } = {}) {
      const { key, cert } = makeCertificate(folder, days);
      // Read by each command when it starts.
      if (isBelieved) await appendFile(env.NODE_EXTRA_CA_CERTS, await readFile(cert, 'utf8'));
      const front = createTlsFront(await readFile(key), await readFile(cert), { target, headers });
      front.listen(port, '127.0.0.1');
      await once(front, 'listening');
      const stop = (): void => {
        front.close();
        front.closeAllConnections();
      };
      ends.push(stop);
      return { stop };
    },
    async remove() {
      for (const end of ends.reverse()) await end();
      await server.stop();
      await rm(folder, { recursive: true, force: true });
    },
  };
}

type Environment = Readonly<Record<string, string | undefined>>;

/** Starts a server and waits until it is ready; returns what stops it. */
async function startServer(kind: 'plant' | 'portal', env: Environment): Promise<() => Promise<void>> {
  const main = join(import.meta.dirname, `../../../${kind}-server/src/main.ts`);
  const child = spawn(process.execPath, [main], { env, stdio: ['ignore', 'ignore', 'pipe'] });
  let said = '';
  child.stderr.on('data', (chunk) => (said = `${said}${String(chunk)}`.slice(-2_000)));
  await vi.waitFor(
    async () => {
      if (child.exitCode !== null) throw new Error(`ended: ${said}`);
      const answer = await fetch(`http://127.0.0.1:${env['VARCO_PORT']}/ready`);
      if (answer.status !== 200) throw new Error('not ready');
    },
    { timeout: 50_000, interval: 100 },
  );
  return async () => {
    if (child.exitCode !== null || child.signalCode !== null) return;
    const gone = once(child, 'exit');
    child.kill('SIGTERM');
    await gone;
  };
}

async function waitFor(child: ChildProcess): Promise<CommandResult> {
  let out = '';
  let err = '';
  child.stdout?.on('data', (chunk) => (out += String(chunk)));
  child.stderr?.on('data', (chunk) => (err += String(chunk)));
  await once(child, 'close');
  return { code: child.exitCode, out, err };
}

async function killWhen(child: ChildProcess, isTime: () => Promise<boolean>): Promise<boolean> {
  const ended = once(child, 'close');
  await vi.waitFor(
    async () => {
      if (child.exitCode === null && !(await isTime())) throw new Error('not yet');
    },
    { timeout: 50_000, interval: 5 },
  );
  const wasRunning = child.exitCode === null;
  if (wasRunning && child.pid !== undefined) process.kill(-child.pid, 'SIGKILL');
  await ended;
  return wasRunning;
}

/** Roles of the serving programs are what setting up makes: the new cluster must not have them. */
async function dropRoles(sql: TestInstallation['sql']): Promise<void> {
  await sql('postgres', 'drop role varco_app');
  await sql('postgres', 'drop role varco_owner');
}

async function queryAs<T extends object>(adminUrl: string, database: string, text: string): Promise<T[]> {
  const url = new URL(adminUrl);
  url.pathname = `/${database}`;
  const client = new Client(url.href);
  await client.connect();
  try {
    return (await client.query<T>(text)).rows;
  } finally {
    await client.end();
  }
}

/** A certificate for localhost that is its own authority. */
function makeCertificate(folder: string, days: number): { readonly key: string; readonly cert: string } {
  const name = randomBytes(4).toString('hex');
  const key = join(folder, `tls-${name}.key`);
  const cert = join(folder, `tls-${name}.pem`);
  const what = ['-newkey', 'ec', '-pkeyopt', 'ec_paramgen_curve:prime256v1', '-nodes', '-subj', '/CN=localhost'];
  const where = ['-addext', 'subjectAltName=DNS:localhost', '-days', String(days), '-keyout', key, '-out', cert];
  execFileSync('openssl', ['req', '-x509', ...what, ...where], { stdio: 'ignore' });
  return { key, cert };
}

interface Front {
  readonly target: number;
  readonly headers: Readonly<Record<string, string>>;
}

function createTlsFront(key: Buffer, cert: Buffer, { target, headers: replaced }: Front): Server {
  return createServer({ key, cert }, (incoming, outgoing) => {
    const { method, url, headers } = incoming;
    const call = request({ host: '127.0.0.1', port: target, method, path: url, headers }, (response) => {
      outgoing.writeHead(response.statusCode ?? 502, { ...response.headers, ...replaced });
      response.pipe(outgoing);
    });
    call.on('error', () => outgoing.writeHead(502).end());
    incoming.pipe(call);
  });
}
