import type { PlantSetUpReport, PortalSetUpReport } from '@varco/contract/set-up.ts';
import type { CommandContext } from '../command.ts';
import { getUnit } from './plan-settings.ts';

type Texts = Pick<CommandContext, 't' | 'print'>;

/** Prints what a plant has; false: nothing is there. */
export function reportPlant(report: PlantSetUpReport, name: string, { t, print }: Texts): boolean {
  if (report.state === 'missing') return false;
  print(t(report.state === 'made' ? 'setup:plant.made' : 'setup:plant.existing', { uuid: report.uuid }));
  print(t('setup:plant.key', { key: report.publicKey }));
  printDifferences(report.differences, { t, print });
  if (report.gates.made > 0) print(t('setup:plant.gatesMade', { count: report.gates.made }));
  if (report.gates.missing > 0) print(t('setup:plant.gatesMissing', { count: report.gates.missing }));
  for (const { username, state, password } of report.administrators) {
    print(t(`setup:administrator.${state}`, { name: username }));
    if (password !== null) print(`  ${t('setup:plant.password', { password })}`);
  }
  if (report.administrators.some(({ state, password }) => state === 'pending' && password === null))
    print(t('setup:plant.renew', { command: `varco setup plant ${name} --renew` }));
  if (report.cameraKey !== null) print(t('setup:plant.cameraKey', { key: report.cameraKey }));
  if (report.state === 'made') print(t('setup:start', { command: startCommand({ kind: 'plant', name }) }));
  return true;
}

/** Prints what the portal has; false: nothing is there. */
export function reportPortal(report: PortalSetUpReport, { t, print }: Texts): boolean {
  if (report.state === 'missing') return false;
  print(t(report.state === 'made' ? 'setup:portal.made' : 'setup:portal.existing'));
  printDifferences(report.differences, { t, print });
  for (const { username, state, link, expiresAt } of report.administrators) {
    print(t(`setup:administrator.${state}`, { name: username }));
    const until = (expiresAt ?? '').slice(0, 16).replace('T', ' ');
    if (link !== null) print(`  ${t('setup:portal.link', { link, until })}`);
  }
  if (report.administrators.some(({ state, link }) => state === 'pending' && link === null))
    print(t('setup:portal.renew', { command: 'varco setup portal --renew' }));
  if (report.state === 'made') print(t('setup:start', { command: startCommand({ kind: 'portal', name: '' }) }));
  return true;
}

const startCommand = (installed: Parameters<typeof getUnit>[0]): string =>
  `systemctl enable --now ${getUnit(installed)}`;

function printDifferences(names: readonly string[], { t, print }: Texts): void {
  if (names.length > 0) print(t('setup:different', { names: names.join(', ') }));
}
