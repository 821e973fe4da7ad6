import { plantLogin } from '@varco/contract/plant/auth.ts';
import { registryHealth } from '@varco/contract/registry/health.ts';
import type { Settings } from '../settings-file.ts';
import { askServer, describeFailure, greetMailServer, type ServerAnswer } from './ask-server.ts';
import { countDaysLeft, judgeTerm } from './certificate-term.ts';
import type { Notes } from './finding.ts';

const MAX_SKEW_MS = 30_000;

/** The server itself, at its own port: version, and whether it is ready. */
export async function checkServer(settings: Settings, version: string, notes: Notes): Promise<void> {
  const host = settings['VARCO_HOST'] ?? '127.0.0.1';
  const fallback = settings['VARCO_PUBLIC_ORIGIN'] === undefined ? '8401' : '8400';
  const port =
    settings['VARCO_PORT'] === undefined || settings['VARCO_PORT'] === '' ? fallback : settings['VARCO_PORT'];
  const origin = `http://${host.includes(':') ? `[${host}]` : host}:${port}`;
  let health: ServerAnswer;
  let ready: ServerAnswer;
  try {
    [health, ready] = await Promise.all([askServer(`${origin}/health`), askServer(`${origin}/ready`)]);
  } catch {
    return notes.fault('server', 'serverOff', { port });
  }
  if (ready.status === 200) notes.ok('server');
  else notes.fault('server', 'serverNotReady', { checks: listFailed(ready.body) });
  const running = readText(health.body, 'version');
  if (running === null || running === version) notes.ok('version');
  else notes.fault('version', 'version', { running, installed: version });
}

function readMembers(body: string): Readonly<Record<string, unknown>> {
  try {
    const value: unknown = JSON.parse(body);
    return typeof value === 'object' && value !== null ? Object.fromEntries(Object.entries(value)) : {};
  } catch {
    return {};
  }
}

function readText(body: string, name: string): string | null {
  const value = readMembers(body)[name];
  return typeof value === 'string' ? value : null;
}

function listFailed(body: string): string {
  const checks: unknown = readMembers(body)['checks'];
  const entries = typeof checks === 'object' && checks !== null ? Object.entries(checks) : [];
  const failed = entries.filter(([, passes]) => passes !== true).map(([name]) => name);
  return failed.length === 0 ? '-' : failed.join(', ');
}

/** The address that browsers use: reachable, and its certificate. */
export async function checkAddress(address: string, notes: Notes): Promise<void> {
  let answer: ServerAnswer;
  try {
    answer = await askServer(`${address}/health`);
  } catch (error) {
    return notes.fault('address', 'address', { address, reason: describeFailure(error) });
  }
  if (answer.status === 200) notes.ok('address');
  else notes.fault('address', 'address', { address, reason: String(answer.status) });
  if (answer.certificate === null) return;
  const { problem, ...term } = answer.certificate;
  if (problem !== null) return notes.fault('certificate', 'certificate', { address, reason: problem });
  const state = judgeTerm(term, Date.now());
  if (state === 'ended') notes.fault('certificate', 'certificateEnded', { address });
  else if (state === 'ending')
    notes.warn('certificate', 'certificateDays', { address, days: String(countDaysLeft(term, Date.now())) });
  else notes.ok('certificate');
}

/** The clock of this machine against that of the portal: signed messages of plants are refused when they differ. */
export async function checkPortalClock(portal: string, notes: Notes): Promise<void> {
  const before = Date.now();
  const answer = await askServer(`${portal}/health`).catch((error: unknown) => {
    notes.fault('clockPortal', 'portal', { address: portal, reason: describeFailure(error) });
    return null;
  });
  if (answer === null) return;
  const told = Date.parse(String(answer.headers.date));
  const skew = Number.isNaN(told) ? 0 : told - (before + Date.now()) / 2;
  if (Math.abs(skew) <= MAX_SKEW_MS) return notes.ok('clockPortal');
  notes.fault('clockPortal', 'clockPortal', { seconds: String(Math.round(Math.abs(skew) / 1_000)), address: portal });
}

/** Asks a plant what a browser asks before a page of the portal may call it. */
export async function checkCors(plant: string, portal: string, notes: Notes): Promise<void> {
  try {
    const { status, headers } = await askServer(`${plant}${plantLogin.path}`, {
      method: 'OPTIONS',
      headers: {
        origin: portal,
        'access-control-request-method': plantLogin.method,
        'access-control-request-headers': 'content-type',
        'sec-fetch-mode': 'cors',
      },
    });
    const isAllowed = status === 204 && headers['access-control-allow-origin'] === portal;
    if (isAllowed) notes.ok('cors');
    else notes.fault('cors', 'cors', { plant, portal });
  } catch (error) {
    notes.fault('cors', 'address', { address: plant, reason: describeFailure(error) });
  }
}

/** Whether the portal's pages let the browser call a plant: their content security policy names it. */
export async function checkPolicy(portal: string, plants: readonly string[], notes: Notes): Promise<void> {
  const answer = await askServer(`${portal}/`).catch(() => null);
  // That it does not answer is said by another check.
  if (answer === null) return;
  const policy = String(answer.headers['content-security-policy'] ?? '');
  const sources = /(?:^|;)\s*connect-src ([^;]*)/.exec(policy)?.[1]?.split(/\s+/) ?? [];
  for (const plant of plants) {
    if (policy === '' || sources.some((source) => matchesSource(source, plant))) notes.ok('policy');
    else notes.fault('policy', 'policy', { plant });
  }
}

function matchesSource(source: string, origin: string): boolean {
  if (source === 'https:' || source === '*' || source === origin) return true;
  return source.startsWith('https://*.') && origin.startsWith('https://') && origin.endsWith(source.slice(9));
}

/** @param stored the mail server in force, as the portal's database says; null: it does not answer */
export async function checkMail(stored: string | null, settings: Settings, notes: Notes): Promise<void> {
  const address = stored ?? settings['VARCO_SMTP_URL'] ?? '';
  if (address === '') return notes.warn('mail', 'mailNone');
  const host = URL.canParse(address) ? new URL(address).host : '-';
  try {
    await greetMailServer(address);
    notes.ok('mail');
  } catch (error) {
    notes.fault('mail', 'mail', { host, reason: describeFailure(error) });
  }
}

/** @param stored the registry in force, as the plant's database says; null: it does not answer */
export async function checkRegistry(stored: string | null, settings: Settings, notes: Notes): Promise<void> {
  const address = stored ?? settings['VARCO_REGISTRY_URL'] ?? '';
  if (address === '') return;
  try {
    const { status } = await askServer(`${address}${registryHealth.path}`);
    // Any answer proves that it is reached; who may ask is between the plant and the registry.
    if (status < 500) notes.ok('registry');
    else notes.fault('registry', 'registry', { address, reason: String(status) });
  } catch (error) {
    notes.fault('registry', 'registry', { address, reason: describeFailure(error) });
  }
}
