// `npm run monitoring`: checks the files for Prometheus and runs the tests of the alerts with promtool.
import { spawnSync } from 'node:child_process';
import fs from 'node:fs';
import os from 'node:os';
import path from 'node:path';
import { parseArgs } from 'node:util';
import { root } from './checks/run-steps.ts';

const FILES = path.join(root, 'tools/package/files/monitoring');
const CHECKS = [
  ['check', 'rules', 'varco.rules.yml'],
  // The rules lie in the scrape example where the package puts them: only its syntax can be checked here.
  ['check', 'config', '--syntax-only', 'prometheus-varco.yml'],
  ['test', 'rules', 'varco.rules.test.yml'],
];

/** Runs a program with its output on the terminal. Returns its exit code; null: the program is not there. */
function runHere(program: string, args: readonly string[], folder: string): number | null {
  const { error, status } = spawnSync(program, args, { cwd: folder, stdio: 'inherit' });
  return error === undefined ? (status ?? 1) : null;
}

/** Takes promtool out of Debian's package `prometheus` into `folder`; nothing is installed. Returns its path. */
function fetchPromtool(folder: string): string {
  if (runHere('apt-get', ['download', '-q', 'prometheus'], folder) !== 0)
    throw new Error('apt-get could not download the package prometheus');
  const deb = fs.readdirSync(folder).find((name) => name.endsWith('.deb')) ?? '';
  if (runHere('dpkg-deb', ['-x', deb, '.'], folder) !== 0) throw new Error(`${deb} could not be unpacked`);
  return path.join(folder, 'usr/bin/promtool');
}

/** Runs all checks. Returns the exit code of this command. */
function checkWith(promtool: string): number {
  if (spawnSync(promtool, ['--version']).error !== undefined) {
    console.error(`${promtool} is not here, nothing was checked: apt-get install prometheus, or -- --fetch`);
    return 2;
  }
  const codes = CHECKS.map((args) => runHere(promtool, args, FILES));
  return codes.every((code) => code === 0) ? 0 : 1;
}

const { values } = parseArgs({
  options: { fetch: { type: 'boolean', default: false }, promtool: { type: 'string', default: 'promtool' } },
});
const work = values.fetch ? fs.mkdtempSync(path.join(os.tmpdir(), 'varco-monitoring-')) : null;
try {
  process.exitCode = checkWith(work === null ? values.promtool : fetchPromtool(work));
} finally {
  if (work !== null) fs.rmSync(work, { recursive: true, force: true });
}
