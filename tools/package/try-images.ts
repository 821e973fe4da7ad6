import { type ChildProcess, spawn, spawnSync } from 'node:child_process';
import { once } from 'node:events';
import fs from 'node:fs';
import os from 'node:os';
import path from 'node:path';
import { setTimeout as wait } from 'node:timers/promises';
import { root as repository } from '../checks/run-steps.ts';
import type { BuiltPackage } from './build-package.ts';
import { listHandbookCommands } from './handbook-commands.ts';
import { findPrinted, runJourney, runOrThrow } from './run-commands.ts';

/** The chapter whose commands are run as they are printed. */
const CHAPTER = '## Contenitori';
const START_MS = 60_000;
const READY = `curl -fsS --retry 60 --retry-delay 1 --retry-all-errors --cacert autorita.crt --resolve portale.example:443:127.0.0.1 https://portale.example/ready
curl -fsS --retry 60 --retry-delay 1 --retry-all-errors --cacert autorita.crt --resolve impianto.example:443:127.0.0.1 https://impianto.example/ready`;

/** What a serving container must not be able to do, by what it would run. */
const FORBIDDEN: Readonly<Record<string, string>> = {
  'write to its system': ': > /usr/lib/varco/written',
  'change its settings': ': >> /etc/varco/plant-borgo.env',
  'read the address of the role that owns the tables': 'cat /etc/varco/plant-borgo-owner.env',
  'read the password of the superuser': 'cat /run/secrets/*',
};

/**
 * Starts a Docker of its own, with its own folder in a network of its own, and runs every command of the handbook's
 * chapter on containers in it; then the first administrator's journey in a browser up to the first read of a camera. Then
 * checks what the containers must not do, and that all is there after they were made anew. Needs root, `dockerd` and
 * Compose; nothing of this machine is changed.
 *
 * Throws with the output of the command that failed.
 */
export async function tryImages({ images, compose }: BuiltPackage): Promise<void> {
  if (process.getuid?.() !== 0) throw new Error('--try-images needs root');
  if (images === undefined || compose === undefined) throw new Error('--try-images needs the images');
  const handbook = fs.readFileSync(path.join(repository, 'docs/handbook/gestore.md'), 'utf8');
  const [load = '', ...commands] = listHandbookCommands(handbook, CHAPTER);
  const renew = commands.pop() ?? '';
  const work = fs.mkdtempSync(path.join(os.tmpdir(), 'varco-try-'));
  for (const file of [images, compose]) fs.symlinkSync(file, path.join(work, path.basename(file)));
  const docker = await startDocker(work);
  try {
    const folder = path.join(work, 'varco');
    const run = (command: string, cwd = folder): string => runHere(docker, command, cwd);
    run(load, work);
    const printed = commands.map((command) => run(command)).join('');
    const read = (file: string): string => fs.readFileSync(path.join(folder, file), 'utf8');
    const texts = { portal: read('portale.txt'), plant: read('borgo.txt'), authority: read('autorita.crt') };
    console.log('In a browser:');
    await runJourney(docker.pid, findPrinted({ ...texts, commands: printed }));
    // The container runs and answers: what follows fails for its own reason.
    run('docker compose exec -T plant-borgo id');
    checkForbidden(docker, folder);
    run(`${renew}\n${READY}`);
    run('docker compose ps');
  } finally {
    await docker.stop();
    fs.rmSync(work, { recursive: true, force: true });
  }
  console.log('Set up in containers with the commands of the handbook; the first read of a camera was found over TLS.');
}

interface Docker {
  /** A process in its network. */
  readonly pid: number;
  readonly env: Readonly<Record<string, string>>;
  /** Ends all containers, then the daemon. */
  stop(): Promise<void>;
}

/** In a network of its own: ports 80 and 443 are those of the trial, and no rule of a firewall is left behind. */
async function startDocker(work: string): Promise<Docker> {
  const log = path.join(work, 'docker.log');
  const socket = `unix://${path.join(work, 'docker.sock')}`;
  const options = ['--data-root', path.join(work, 'data'), '--exec-root', path.join(work, 'run')];
  const program = ['dockerd', ...options, '--pidfile', path.join(work, 'docker.pid'), '-H', socket];
  const output = fs.openSync(log, 'w');
  const daemon = spawn('unshare', ['--net', '/bin/sh', '-c', 'ip link set lo up; exec "$@"', 'sh', ...program], {
    stdio: ['ignore', output, output],
  });
  fs.closeSync(output);
  let problem = '';
  daemon.once('error', (error) => (problem = error.message));
  const env = { DOCKER_HOST: socket };
  for (const deadline = Date.now() + START_MS; Date.now() < deadline && daemon.exitCode === null; await wait(500)) {
    if (problem !== '') throw new Error(problem);
    if (spawnSync('docker', ['version'], { env: { ...process.env, ...env } }).status !== 0) continue;
    return { pid: daemon.pid ?? 0, env, stop: () => stopDocker(daemon, env) };
  }
  daemon.kill();
  throw new Error(`Docker did not start.\n${fs.readFileSync(log, 'utf8').slice(-2_000)}`);
}

async function stopDocker(daemon: ChildProcess, env: Readonly<Record<string, string>>): Promise<void> {
  const ended = once(daemon, 'exit');
  spawnSync('/bin/sh', ['-c', 'docker rm --force $(docker ps --all --quiet)'], { env: { ...process.env, ...env } });
  daemon.kill('SIGTERM');
  await ended;
}

/** Compose is a part of newer Dockers and a program beside older ones. */
function chooseCompose(command: string): string {
  const isPart = spawnSync('docker', ['compose', 'version']).status === 0;
  return isPart ? command : command.replaceAll('docker compose ', 'docker-compose ');
}

function runHere({ pid, env }: Docker, command: string, cwd: string): string {
  console.log(command.replaceAll(/^/gm, '# '));
  const args = ['--target', String(pid), '--net', '/bin/sh', '-e', '-c', chooseCompose(command)];
  const output = runOrThrow('nsenter', args, { cwd, env });
  process.stdout.write(output);
  return output;
}

function checkForbidden({ env }: Docker, cwd: string): void {
  for (const [what, command] of Object.entries(FORBIDDEN)) {
    const line = chooseCompose(`docker compose exec -T plant-borgo sh -c '${command}'`);
    const { status } = spawnSync('/bin/sh', ['-c', line], { cwd, env: { ...process.env, ...env } });
    if (status === 0) throw new Error(`A serving container could ${what}`);
    console.log(`The plant cannot ${what}.`);
  }
}
