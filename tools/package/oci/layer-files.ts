import { execFileSync } from 'node:child_process';
import fs from 'node:fs';
import path from 'node:path';
import type { BasePackage } from './base-packages.ts';
import type { TarEntry } from './tar.ts';

/** Users of the containers, by number: volumes belong to them. */
export const USERS = { varco: 10_001, 'varco-database': 10_002, 'varco-proxy': 10_003 } as const;

/** Programs of busybox that the images have as commands: what their scripts and health checks need, and a shell. */
const COMMANDS = 'cat chmod cp date df env grep head id kill ls mkdir mv ps rm sed sh sleep tail test wget'.split(' ');

/** Folders that volumes are mounted on: an empty volume takes over owner and mode. */
const FOLDERS: readonly { path: string; mode: number; owner?: number }[] = [
  { path: 'etc/caddy', mode: 0o755 },
  { path: 'etc/varco', mode: 0o755 },
  { path: 'proc', mode: 0o555 },
  { path: 'root', mode: 0o700 },
  { path: 'run', mode: 0o755 },
  { path: 'sys', mode: 0o555 },
  { path: 'tmp', mode: 0o1777 },
  { path: 'var/lib/varco', mode: 0o755 },
  { path: 'var/lib/varco-authority', mode: 0o755, owner: USERS['varco-proxy'] },
  { path: 'var/lib/varco-database', mode: 0o700, owner: USERS['varco-database'] },
  { path: 'var/lib/varco-proxy', mode: 0o700, owner: USERS['varco-proxy'] },
];

const AUTHORITIES = 'usr/share/ca-certificates/mozilla';

/** What of Debian's packages no container needs. */
const isLeftOut = (file: string): boolean =>
  /^usr\/share\/(?:man|locale|lintian|bash-completion|info|initramfs-tools|zsh|fish)(?:\/|$)/.test(file) ||
  (file.startsWith('usr/share/doc/') && !/^usr\/share\/doc\/[^/]+(?:\/copyright)?$/.test(file)) ||
  /^(?:usr\/)?lib\/(?:systemd|udev)(?:\/|$)/.test(file) ||
  /^usr\/lib\/[^/]+\/(?:gconv|audit)(?:\/|$)/.test(file) ||
  /^(?:etc\/(?:caddy|ca-certificates)|usr\/(?:sbin|share\/(?:ca-certificates|caddy)))(?:\/|$)/.test(file);

/**
 * The entries of a folder and all in it. Everything belongs to root; programs and folders get 0755, files 0644, so that
 * nothing depends on this machine.
 *
 * @param isWanted gets each path from the root of the image
 */
export function listTree(folder: string, isWanted: (file: string) => boolean): TarEntry[] {
  const found: TarEntry[] = [];
  const visit = (inside: string): void => {
    for (const entry of fs.readdirSync(path.join(folder, inside), { withFileTypes: true })) {
      const file = path.posix.join(inside, entry.name);
      if (!entry.isDirectory() && !isWanted(file)) continue;
      const from = path.join(folder, file);
      if (entry.isSymbolicLink()) found.push({ path: file, kind: 'link', mode: 0o777, target: fs.readlinkSync(from) });
      else if (entry.isDirectory()) visit(file);
      else if (entry.isFile()) {
        const { mode, size } = fs.statSync(from);
        found.push({ path: file, kind: 'file', mode: (mode & 0o111) === 0 ? 0o644 : 0o755, content: { from, size } });
      } else throw new Error(`${from} is neither file, folder nor link`);
    }
  };
  visit('');
  return found;
}

/** A text as a file of root. */
export const textFile = (file: string, text: string, mode = 0o644): TarEntry => ({
  ...{ path: file, kind: 'file', mode },
  content: Buffer.from(text),
});

/** Adds the folders that entries lie in and that no entry names. */
export function withFolders(entries: readonly TarEntry[]): TarEntry[] {
  const known = new Set(entries.map((entry) => entry.path));
  const folders = new Set<string>();
  for (const entry of entries)
    for (let up = path.posix.dirname(entry.path); up !== '.'; up = path.posix.dirname(up))
      if (!known.has(up)) folders.add(up);
  return [...entries, ...[...folders].map((up): TarEntry => ({ path: up, kind: 'folder', mode: 0o755 }))];
}

/**
 * The files of packages of Debian, unpacked below `work`: without their scripts, manuals and translations, with their
 * licences, and with what scanners read about them (`var/lib/dpkg/status.d`).
 */
export function unpackPackages(
  work: string,
  packages: readonly BasePackage[],
  debs: ReadonlyMap<string, string>,
): TarEntry[] {
  return packages.flatMap(({ name }) => {
    const deb = debs.get(name) ?? '';
    const folder = path.join(work, name);
    fs.mkdirSync(folder, { recursive: true });
    execFileSync('dpkg-deb', ['-x', deb, folder]);
    const status = execFileSync('dpkg-deb', ['-f', deb], { encoding: 'utf8' });
    const files = listTree(folder, (file) => !isLeftOut(file));
    const note = textFile(`var/lib/dpkg/status.d/${name}`, status);
    return name === 'ca-certificates' ? [...files, note, joinAuthorities(folder)] : [...files, note];
  });
}

/** All authorities in one file, as the script of the package would write it. */
function joinAuthorities(folder: string): TarEntry {
  const names = fs.readdirSync(path.join(folder, AUTHORITIES)).toSorted();
  const texts = names.map((name) => fs.readFileSync(path.join(folder, AUTHORITIES, name), 'utf8'));
  return textFile('etc/ssl/certs/ca-certificates.crt', texts.join(''));
}

/** What no package has: users, commands and folders. */
export function listBaseFiles(): TarEntry[] {
  const users = Object.entries({ root: 0, ...USERS, nobody: 65_534 });
  const passwd = users.map(([name, id]) => `${name}:x:${id}:${id}:${name}:/nonexistent:/bin/sh\n`);
  return [
    textFile('etc/passwd', passwd.join('')),
    textFile('etc/group', users.map(([name, id]) => `${name}:x:${id}:\n`).join('')),
    textFile('etc/nsswitch.conf', 'passwd: files\ngroup: files\nhosts: files dns\n'),
    ...COMMANDS.map((name): TarEntry => ({ path: `bin/${name}`, kind: 'link', mode: 0o777, target: 'busybox' })),
    ...FOLDERS.map((folder): TarEntry => ({ ...folder, kind: 'folder' })),
  ];
}
