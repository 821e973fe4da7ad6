import { spawn, spawnSync } from 'node:child_process';
import { once } from 'node:events';
import fs from 'node:fs';
import os from 'node:os';
import path from 'node:path';
import { setTimeout as wait } from 'node:timers/promises';
import { root as repository } from '../checks/run-steps.ts';
import { listHandbookCommands } from './handbook-commands.ts';

/** The chapter whose commands are run as they are printed. */
const CHAPTER = '## Installare';
const BOOT_MS = 60_000;

/**
 * Makes a minimal Debian in a temp folder, boots it with its own systemd in a container without a network, and runs
 * every command of the handbook's chapter in it. The command that installs packages is run before the boot, because it
 * needs the network. Needs root, `mmdebstrap` and `systemd-nspawn`; nothing of this machine is changed.
 *
 * Throws with the output of the command that failed.
 */
export async function tryInstallation(deb: string): Promise<void> {
  if (process.getuid?.() !== 0) throw new Error('--try needs root');
  const handbook = fs.readFileSync(path.join(repository, 'docs/handbook/gestore.md'), 'utf8');
  const [install = '', ...commands] = listHandbookCommands(handbook, CHAPTER);
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
    await runBooted(system, commands);
  } finally {
    fs.rmSync(work, { recursive: true, force: true });
  }
  console.log('Installed, set up and reached over TLS with the commands of the handbook.');
}

function runOrThrow(program: string, args: readonly string[]): string {
  const result = spawnSync(program, args, {
    encoding: 'utf8',
    maxBuffer: 1e8,
    env: { ...process.env, DEBIAN_FRONTEND: 'noninteractive' },
  });
  if (result.error !== undefined) throw new Error(`${program}: ${result.error.message}`);
  if (result.status !== 0) throw new Error(`${args.at(-1) ?? program}\n${result.stdout}${result.stderr}`);
  return result.stdout;
}

async function runBooted(system: string, commands: readonly string[]): Promise<void> {
  const boot = ['--boot', '--private-network', '--register=no', '--keep-unit', '-D', system];
  const container = spawn('systemd-nspawn', boot, { stdio: ['ignore', 'ignore', 'inherit'] });
  const ended = once(container, 'exit');
  try {
    const init = await findInit(container.pid ?? 0);
    const enter = ['--target', String(init), '--mount', '--uts', '--ipc', '--net', '--pid', '--root', '--wd=/root'];
    const clean = ['env', '-i', 'PATH=/usr/sbin:/usr/bin:/sbin:/bin', 'LANG=C.UTF-8', 'HOME=/root'];
    for (const command of commands) {
      console.log(command.replaceAll(/^/gm, '# '));
      process.stdout.write(runOrThrow('nsenter', [...enter, ...clean, '/bin/sh', '-e', '-c', command]));
    }
  } finally {
    container.kill('SIGTERM');
    await ended;
  }
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
