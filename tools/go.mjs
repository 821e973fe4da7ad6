// Entry point of every command: runs on a bare Node 20.19, installs the dependencies if needed, then runs
// tools/<command>.ts with the installed Node. Plain JavaScript without dependencies, because nothing is installed
// yet.
import { spawn, spawnSync } from 'node:child_process';
import { createHash } from 'node:crypto';
import fs from 'node:fs';
import path from 'node:path';
import { explainFailure, buildInstallCommand } from './go-install.mjs';

const root = path.resolve(import.meta.dirname ?? path.dirname(new URL(import.meta.url).pathname), '..');
const [command = '', ...args] = process.argv.slice(2);

/** @param {string} message */
function fail(message) {
  console.error(`\n${message}\n`);
  process.exit(1);
}

function checkNode() {
  const [major = 0, minor = 0] = process.versions.node.split('.').map(Number);
  if (major > 20 || (major === 20 && minor >= 19)) return;
  fail(`Varco needs Node 20.19 or newer to start; this is ${process.versions.node}. See https://nodejs.org`);
}

/** The program file of a command: tools/<command>.ts or tools/<command>/main.ts. */
function findProgram() {
  const candidates = [`tools/${command}.ts`, `tools/${command}/main.ts`].map((file) => path.join(root, file));
  const program = /^[a-z]+$/.test(command) ? candidates.find((file) => fs.existsSync(file)) : undefined;
  if (program === undefined) fail(`There is no command "${command}". README.md lists them.`);
  return String(program);
}

function installIfNeeded() {
  const stamp = path.join(root, 'node_modules/.lock-sha');
  const lock = fs.readFileSync(path.join(root, 'package-lock.json'));
  const wanted = `${createHash('sha256').update(lock).digest('hex')} ${process.platform}-${process.arch}`;
  if (fs.existsSync(stamp) && fs.readFileSync(stamp, 'utf8') === wanted) return;
  console.log('Installing the libraries (first time, or they changed): about half a minute ...');
  const startedAt = performance.now();
  const plan = buildInstallCommand(root);
  for (const note of plan.notes) console.log(note);
  const npm = spawnSync(plan.program, plan.args, {
    cwd: root,
    env: plan.env,
    stdio: ['ignore', 'inherit', 'pipe'],
    encoding: 'utf8',
    maxBuffer: 1e8,
  });
  if (npm.signal) process.exit(130);
  if (npm.error || npm.status !== 0) fail(explainFailure(root, `${npm.error ?? ''}\n${npm.stderr ?? ''}`));
  fs.writeFileSync(stamp, wanted);
  console.log(`Installed in ${Math.round((performance.now() - startedAt) / 1000)} s.`);
}

/** The Node of the installation, else (macOS, Alpine) the current one when it is new enough. */
function chooseNode() {
  const bundled = path.join(root, 'node_modules/.bin/node');
  if (fs.existsSync(bundled) && spawnSync(bundled, ['--version']).status === 0) return { node: bundled, options: '' };
  const [major = 0, minor = 0] = process.versions.node.split('.').map(Number);
  if (major < 22 || (major === 22 && minor < 12)) {
    fail(
      `No Node came with the installation for ${process.platform} ${process.arch}, and this one (${process.versions.node}) ` +
        'is too old for the servers: install Node 22.12 or newer (24 is best).',
    );
  }
  const stripsTypes = major > 22 || (major === 22 && minor >= 18);
  const options = stripsTypes ? '' : '--experimental-strip-types --disable-warning=ExperimentalWarning';
  return { node: process.execPath, options };
}

/**
 * Runs the program in a session of its own, so that Ctrl-C comes to it once: the terminal and npm both tell us, and
 * we pass on the first of them. When we are killed outright the open channel tells the program to stop.
 * @param {string} program
 */
function run(program) {
  const { node, options } = chooseNode();
  const guard = path.join(root, 'tools/end-with-parent.mjs');
  const child = spawn(node, ['--import', `file://${guard}`, program, ...args], {
    cwd: root,
    detached: true,
    stdio: ['inherit', 'inherit', 'inherit', 'ipc'],
    env: {
      ...process.env,
      PATH: `${path.join(root, 'node_modules/.bin')}${path.delimiter}${process.env.PATH ?? ''}`,
      ...(options ? { NODE_OPTIONS: `${process.env.NODE_OPTIONS ?? ''} ${options}`.trim() } : {}),
    },
  });
  let passedOnAt = -Infinity;
  for (const signal of /** @type {const} */ (['SIGINT', 'SIGTERM', 'SIGHUP'])) {
    process.on(signal, () => {
      const now = performance.now();
      if (now - passedOnAt > 500) child.kill(signal);
      passedOnAt = now;
    });
  }
  child.on('error', (error) => fail(`The command could not be started: ${error.message}`));
  child.on('exit', (code, signal) => {
    const numbers = { SIGHUP: 1, SIGINT: 2, SIGKILL: 9, SIGTERM: 15 };
    process.exit(code ?? 128 + (numbers[/** @type {keyof typeof numbers} */ (signal)] ?? 0));
  });
}

checkNode();
const program = findProgram();
installIfNeeded();
run(program);
