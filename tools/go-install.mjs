// Runs `npm ci` for tools/go.mjs and explains its failures in plain language. Runs on a bare Node 20.19.
import fs from 'node:fs';
import os from 'node:os';
import path from 'node:path';

/**
 * The install command, free of what an outer npm left in the environment (`npm --prefix x start`, NODE_ENV=production).
 * @param {string} root
 */
export function buildInstallCommand(root) {
  /** @type {NodeJS.ProcessEnv} */
  const env = { ...process.env };
  const outer = [
    'prefix',
    'local_prefix',
    'global_prefix',
    'global',
    'workspace',
    'workspaces',
    'omit',
    'only',
    'include',
  ];
  for (const name of [...outer, 'production', 'dry_run', 'package_lock_only', 'loglevel'])
    delete env[`npm_config_${name}`];
  const notes = [];
  const cache = env.npm_config_cache ?? path.join(os.homedir(), '.npm');
  if (!isWritable(cache)) {
    env.npm_config_cache = path.join(root, '.cache/npm');
    notes.push(`(npm cannot write its cache ${cache}: using ${env.npm_config_cache} instead.)`);
  }
  const npm = process.env.npm_execpath ?? '';
  const viaFile = path.basename(npm) === 'npm-cli.js' && fs.existsSync(npm);
  const args = ['ci', '--include=dev', '--include=optional', '--no-audit', '--no-fund', '--loglevel=error'];
  return viaFile
    ? { program: process.execPath, args: [npm, ...args], env, notes }
    : { program: process.platform === 'win32' ? 'npm.cmd' : 'npm', args, env, notes };
}

/**
 * True when the folder, or the nearest one above it that exists, can be written.
 * @param {string} folder
 */
function isWritable(folder) {
  let nearest = folder;
  while (!fs.existsSync(nearest) && path.dirname(nearest) !== nearest) nearest = path.dirname(nearest);
  try {
    fs.accessSync(nearest, fs.constants.W_OK | fs.constants.X_OK);
    return fs.statSync(nearest).isDirectory();
  } catch {
    return false;
  }
}

/** Patterns in npm's output and their explanations. The first match is used. */
const explanations = [
  { says: /ENOSPC|no space left/i, means: 'The disk is full. About 1.5 GB are needed for the libraries.' },
  { says: /EDQUOT|quota exceeded/i, means: 'Your disk quota is used up. About 1.5 GB are needed for the libraries.' },
  { says: /spawn npm.* ENOENT|npm.*not found/i, means: 'npm was not found: install Node together with npm.' },
  {
    says: /EACCES|EPERM|EROFS|root-owned files/,
    means:
      'A file or folder cannot be written. If somebody else (root?) installed here before, give the folder back to you ' +
      '(chown -R), or delete node_modules; the lines above name the file.',
  },
  {
    says: /ENOTFOUND|EAI_AGAIN|ECONNREFUSED|ECONNRESET|ETIMEDOUT|ENETUNREACH|EHOSTUNREACH|ERR_SOCKET_TIMEOUT|FETCH_ERROR/,
    means: 'The npm registry cannot be reached. Check the network, or the proxy and registry in your npm settings.',
  },
  {
    says: /CERT|SELF_SIGNED|UNABLE_TO_VERIFY/,
    means: 'The certificate of the npm registry is not trusted on this machine.',
  },
  { says: /E401|E403|ENEEDAUTH/, means: 'The npm registry refused the download: it asks for other credentials.' },
  { says: /EINTEGRITY/, means: 'A download was damaged. Try again; if it happens again, run: npm cache clean --force' },
  { says: /\bEUSAGE\b|in sync/, means: 'package.json and package-lock.json do not fit together.' },
];

/**
 * @param {string} root
 * @param {string} output
 */
export function explainFailure(root, output) {
  const meaning = explanations.find(({ says }) => says.test(output))?.means ?? 'npm could not install the libraries.';
  return `${output.trim()}\n\nThe libraries could not be installed in ${root}.\n${meaning}\nThen run the same command again.`;
}
