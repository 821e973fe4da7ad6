import { readdir } from 'node:fs/promises';
import { join } from 'node:path';
import { PlantInspection, PortalInspection } from '@varco/contract/inspection.ts';
import type { UserIds } from '../run-program.ts';
import { readSettings, type Settings } from '../settings-file.ts';
import { checkBackups } from './check-backups.ts';
import { checkInspection, checkOwner } from './check-database.ts';
import { checkKeys } from './check-keys.ts';
import { checkDataFolder, checkSettingsFiles } from './check-files.ts';
import {
  checkAddress,
  checkCors,
  checkMail,
  checkPolicy,
  checkPortalClock,
  checkRegistry,
  checkServer,
} from './check-reach.ts';
import { createNotes, type Finding, type Notes } from './finding.ts';
import { InspectionFailed, inspectServer } from './inspect-server.ts';

/** A plant sends a message each minute; after this long the portal shows it as offline. */
const MAX_HEARTBEAT_AGE_S = 300;

export interface ExamineOptions {
  /** Folder of the settings files. */
  readonly folder: string;
  readonly env: Readonly<Record<string, string | undefined>>;
  readonly user: UserIds | null;
  /** Version of this program. */
  readonly version: string;
}

/** Examines every server whose settings are in the folder. */
export async function examine(options: ExamineOptions): Promise<readonly Finding[]> {
  const findings: Finding[] = [];
  const names = await readdir(options.folder).catch(() => []);
  const servers = names.filter((name) => /^(?:portal|plant-[a-z][a-z0-9-]*)\.env$/.test(name)).sort();
  const own = servers.filter((name) => !name.endsWith('-owner.env'));
  if (own.length === 0) createNotes('', findings).fault('settings', 'nothing', { folder: options.folder });
  for (const name of own) await examineServer(name.replace(/\.env$/, ''), options, findings);
  return findings;
}

async function examineServer(slug: string, options: ExamineOptions, findings: Finding[]): Promise<void> {
  const notes = createNotes(slug, findings);
  const settingsFile = join(options.folder, `${slug}.env`);
  const ownerFile = join(options.folder, `${slug}-owner.env`);
  let settings: Settings | null = null;
  let owner: Settings | null = null;
  try {
    await checkSettingsFiles({ settings: settingsFile, ownerSettings: ownerFile }, notes);
    settings = await readSettings(settingsFile);
    owner = await readSettings(ownerFile);
  } catch {
    notes.fault('settings', 'settingsUnreadable', { file: settingsFile });
  }
  if (settings === null) return;
  await checkDataFolder(settings, notes);
  await checkBackups(slug, settings, new Date(), notes);
  await checkOwner(owner, notes);
  try {
    if (slug === 'portal') await examinePortal(settings, options, notes);
    else await examinePlant(slug, settings, options, notes);
  } catch (error) {
    if (!(error instanceof InspectionFailed)) throw error;
    notes.fault('database', 'inspection', { reason: error.message });
  }
}

async function examinePortal(settings: Settings, options: ExamineOptions, notes: Notes): Promise<void> {
  const report = PortalInspection.parse(await inspectServer('portal-server', settings, options));
  checkInspection(report, 'varco migrate portal', notes);
  checkKeys('portal', report.keys, new Date(), notes);
  await checkServer(settings, options.version, notes);
  const origin = settings['VARCO_PUBLIC_ORIGIN'] ?? '';
  if (origin !== '') await checkAddress(origin, notes);
  await checkMail(report.mail, settings, notes);
  const plants = report.plants ?? [];
  for (const { label, address, heartbeatAgeS: age } of plants) {
    if (age === null) notes.fault('heartbeat', 'heartbeatNever', { plant: label });
    else if (age > MAX_HEARTBEAT_AGE_S)
      notes.fault('heartbeat', 'heartbeat', { plant: label, minutes: String(Math.round(age / 60)) });
    else notes.ok('heartbeat');
    if (origin !== '') await checkCors(address, origin, notes);
  }
  if (origin === '') return;
  await checkPolicy(
    origin,
    plants.map(({ address }) => new URL(address).origin),
    notes,
  );
}

async function examinePlant(slug: string, settings: Settings, options: ExamineOptions, notes: Notes): Promise<void> {
  const report = PlantInspection.parse(await inspectServer('plant-server', settings, options));
  checkInspection(report, 'varco migrate plant', notes);
  checkKeys(slug, report.keys, new Date(), notes);
  await checkServer(settings, options.version, notes);
  await checkRegistry(report.registry, settings, notes);
  const { plant, database } = report;
  if (plant === null) {
    if (database?.state === 'ok' && database.schemaProblem === null) notes.fault('plant', 'plant');
    return;
  }
  notes.ok('plant');
  await checkAddress(plant.address, notes);
  for (const portal of (settings['VARCO_PORTAL_ORIGINS'] ?? '').split(',').filter((one) => one !== ''))
    await checkCors(plant.address, portal.trim(), notes);
  if (plant.portal !== '') await checkPortalClock(plant.portal, notes);
}
