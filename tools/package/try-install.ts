import { spawn, spawnSync } from 'node:child_process';
import { once } from 'node:events';
import fs from 'node:fs';
import os from 'node:os';
import path from 'node:path';
import { setTimeout as wait } from 'node:timers/promises';
import { root as repository } from '../checks/run-steps.ts';
import { listHandbookCommands } from './handbook-commands.ts';
import type { Printed } from './printed.ts';
import { findPrinted, runJourney, runOrThrow } from './run-commands.ts';

/** The chapters whose commands are run as they are printed. */
const CHAPTER = '## Installare';
const BACKUP_CHAPTER = '## Copie di sicurezza';
/** What the timers of the chapter on backups start at night. */
const UNITS = `systemctl start varco-backup@plant-borgo varco-backup-files@plant-borgo varco-backup-verify@plant-borgo`;
/** What the chapter on backups speaks of and does not do: the machine is lost, only the backups and the sheet with the key remain. */
const DISASTER = `systemctl stop varco-plant@borgo
mv /etc/varco/plant-borgo-backup.key /root/chiave
rm -r /var/lib/varco/plant-borgo /etc/varco/plant-borgo.env`;
const BOOT_MS = 60_000;

/**
 * Makes a minimal Debian in a temp folder, boots it with its own systemd in a container without a network, and runs
 * every command of the handbook's chapter in it; then its first administrator sets up in a browser what the chapter says:
 * a person, the plant, a camera, and the search for its first read. The command that installs packages is run before the
 * boot, because it needs the network. Needs root, `mmdebstrap` and `systemd-nspawn`; nothing of this machine is changed.
 *
 * Throws with the output of the command that failed.
 */
export async function tryInstallation(deb: string): Promise<void> {
  if (process.getuid?.() !== 0) throw new Error('--try needs root');
  const handbook = fs.readFileSync(path.join(repository, 'docs/handbook/gestore.md'), 'utf8');
  const [install = '', ...commands] = listHandbookCommands(handbook, CHAPTER);
  const backups = listHandbookCommands(handbook, BACKUP_CHAPTER);
  const work = fs.mkdtempSync(path.join(os.tmpdir(), 'varco-try-'));
  const system = path.join(work, 'debian');
  try {
    console.log('Making a minimal Debian ...');
    runOrThrow('mmdebstrap', [
      '--variant=minbase',
      '--include=systemd,systemd-sysv,ca-certificates',
      'bookworm',
      system,
    ]);
    fs.mkdirSync(path.join(system, 'root'), { recursive: true });
    fs.copyFileSync(deb, path.join(system, 'root', path.basename(deb)));
    fs.copyFileSync('/etc/resolv.conf', path.join(system, 'etc/resolv.conf'));
    console.log(`# ${install}`);
    const shell = ['--quiet', '--pipe', '--register=no', '--keep-unit', '-D', system, '/bin/sh', '-e', '-c'];
    runOrThrow('systemd-nspawn', [...shell, `cd /root\napt-get update -q\n${install}`]);
    await runBooted(system, commands, [...backups.slice(0, -1), UNITS, DISASTER, ...backups.slice(-1)]);
  } finally {
    fs.rmSync(work, { recursive: true, force: true });
  }
  console.log('Installed and set up with the commands of the handbook; the first read of a camera was found over TLS.');
  console.log('Backed up, destroyed and restored with the commands of the handbook.');
}

/** Boots the system, runs the commands in it, the journey of its first administrator, then the commands of the backups. */
async function runBooted(system: string, commands: readonly string[], backups: readonly string[]): Promise<void> {
  const boot = ['--boot', '--private-network', '--register=no', '--keep-unit', '-D', system];
  const container = spawn('systemd-nspawn', boot, { stdio: ['ignore', 'ignore', 'inherit'] });
  const ended = once(container, 'exit');
  try {
    const init = await findInit(container.pid ?? 0);
    const enter = ['--target', String(init), '--mount', '--uts', '--ipc', '--net', '--pid', '--root', '--wd=/root'];
    const clean = ['env', '-i', 'PATH=/usr/sbin:/usr/bin:/sbin:/bin', 'LANG=C.UTF-8', 'HOME=/root'];
    const runHere = (command: string): string => {
      console.log(command.replaceAll(/^/gm, '# '));
      const output = runOrThrow('nsenter', [...enter, ...clean, '/bin/sh', '-e', '-c', command]);
      process.stdout.write(output);
      return output;
    };
    const printed = commands.map(runHere).join('');
    console.log('In a browser:');
    await runJourney(init, readPrinted(system, printed));
    backups.forEach(runHere);
  } finally {
    container.kill('SIGTERM');
    await ended;
  }
}

/** What the administrators were given, from the files of the handbook and from what its commands printed. */
function readPrinted(system: string, commands: string): Printed {
  const read = (file: string): string => fs.readFileSync(path.join(system, file), 'utf8');
  return findPrinted({
    portal: read('root/portale.txt'),
    plant: read('root/borgo.txt'),
    commands,
    authority: read('var/lib/caddy/.local/share/caddy/pki/authorities/local/root.crt'),
  });
}

/** The first process of the container, once its systemd has started the system. */
async function findInit(container: number): Promise<number> {
  for (const deadline = Date.now() + BOOT_MS; Date.now() < deadline; await wait(500)) {
    const children = `/proc/${container}/task/${container}/children`;
    const [init = ''] = fs.existsSync(children) ? fs.readFileSync(children, 'utf8').trim().split(' ') : [];
    if (init === '') continue;
    const asked = ['--target', init, '--mount', '--pid', '--root', 'systemctl', 'is-system-running'];
    const { stdout } = spawnSync('nsenter', asked, { encoding: 'utf8' });
    if (/^(?:running|degraded)$/.test(stdout.trim())) return Number(init);
  }
  throw new Error('The container did not start within a minute');
}
