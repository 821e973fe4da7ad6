import { execFileSync } from 'node:child_process';
import { generateKeyPairSync, verify } from 'node:crypto';
import fs from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { createDrain } from '@varco/server-kit/http/drain.ts';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { findLooseVersions, checkExactVersions } from '../checks/exact-versions.ts';
import { checkLicences, findLicenceComplaints, STATED_LICENCES } from '../checks/licences.ts';
import { root } from '../checks/run-steps.ts';
import { buildDeb } from './build-deb.ts';
import { buildConffiles, buildControl, buildMd5Sums, buildVersion } from './control.ts';
import { listHandbookCommands } from './handbook-commands.ts';
import { readLockedPackages } from './lock.ts';
import { findProductionPackages, PROGRAMS } from './production-packages.ts';
import { buildSbom } from './sbom.ts';
import { isShipped, PLACED_FILES } from './shipped-files.ts';
import { signFile, writeSums } from './sums.ts';

let work: string;
beforeAll(() => {
  work = fs.mkdtempSync(join(tmpdir(), 'varco-package-test-'));
});
afterAll(() => fs.rmSync(work, { recursive: true, force: true }));

const files = join(root, 'tools/package/files');
const readUnit = (name: string): string => fs.readFileSync(join(files, 'systemd', name), 'utf8');

describe('what is installed', () => {
  test('libraries of the programs and theirs, no tools, no binaries of other machines', () => {
    const found = findProductionPackages(
      {
        'apps/a': { dependencies: { '@varco/b': '*', lib: '1.0.0' }, devDependencies: { tool: '1.0.0' } },
        'packages/b': { dependencies: { deep: '2.0.0' } },
        'node_modules/@varco/b': { link: true, resolved: 'packages/b' },
        'node_modules/lib': {
          dependencies: { deep: '^1.0.0' },
          optionalDependencies: { 'lib-x64': '1.0.0', 'lib-arm64': '1.0.0', 'lib-musl': '1.0.0', gone: '1.0.0' },
          peerDependencies: { peer: '*', absent: '*' },
          peerDependenciesMeta: { absent: { optional: true } },
        },
        'node_modules/lib/node_modules/deep': { version: '1.0.0' },
        'node_modules/deep': { version: '2.0.0' },
        'node_modules/peer': {},
        'node_modules/lib-x64': { os: ['linux'], cpu: ['x64'], libc: ['glibc'] },
        'node_modules/lib-arm64': { os: ['linux'], cpu: ['arm64'] },
        'node_modules/lib-musl': { os: ['linux'], cpu: ['x64'], libc: ['musl'] },
        'node_modules/tool': { dev: true },
      },
      ['apps/a'],
      'x64',
    );
    expect(found).toEqual({
      own: ['apps/a', 'packages/b'],
      libraries: [
        'node_modules/deep',
        'node_modules/lib',
        'node_modules/lib-x64',
        'node_modules/lib/node_modules/deep',
        'node_modules/peer',
      ],
    });
  });

  test('a needed library without an entry is an error, not a package that fails later', () => {
    expect(() => findProductionPackages({ 'apps/a': { dependencies: { gone: '1.0.0' } } }, ['apps/a'], 'x64')).toThrow(
      'apps/a needs gone',
    );
  });

  test('the real programs need the database driver and the picture library, and no test tool', async () => {
    const { own, libraries } = findProductionPackages(await readLockedPackages(root), PROGRAMS, 'x64');
    expect(own).toEqual(expect.arrayContaining([...PROGRAMS, 'packages/server-kit', 'packages/vault']));
    expect(own).not.toContain('packages/sim');
    expect(libraries).toEqual(
      expect.arrayContaining(['node_modules/pg', 'node_modules/@img/sharp-linux-x64', 'node_modules/pg-boss']),
    );
    for (const tool of ['vitest', 'typescript', 'smtp-server', 'vite']) {
      expect(libraries).not.toContain(`node_modules/${tool}`);
    }
  });

  test('sources and migrations are shipped; tests, fixtures and tools are not', () => {
    const own = ['apps/plant-server', 'packages/domain'];
    const shipped = (path: string): boolean => isShipped(path, own);
    expect(['LICENSE', 'package.json', 'apps/plant-server/package.json'].every(shipped)).toBe(true);
    expect(['apps/plant-server/migrations/0001-x.sql', 'packages/domain/src/a/plate.ts'].every(shipped)).toBe(true);
    for (const path of [
      'packages/domain/src/plate.test.ts',
      'apps/plant-server/src/testing/world.ts',
      'apps/plant-server/src/x.fixture.ts',
      'packages/domain-other/src/a.ts',
      'tools/package/main.ts',
      'AGENTS.md',
    ]) {
      expect(shipped(path), path).toBe(false);
    }
  });

  test('every placed file exists, and nothing lies in files that is not placed or a script of dpkg', () => {
    for (const { from } of PLACED_FILES) expect(fs.existsSync(join(files, from)), from).toBe(true);
    const present = fs.readdirSync(files, { recursive: true, withFileTypes: true });
    const names = present.filter((entry) => entry.isFile()).map(({ parentPath, name }) => join(parentPath, name));
    const placed = PLACED_FILES.map(({ from }) => join(files, from));
    expect(names.filter((name) => !placed.includes(name) && !/\/(?:debian|oci)\//.test(name))).toEqual([]);
  });
});

describe('the Debian package', () => {
  test('the version of a build between releases is later than the one before, and a tag has the plain number', () => {
    const commit = 'abcdef0123456789';
    expect(buildVersion('0.9.1', 1_764_084_151, commit, true)).toBe('0.9.1');
    expect(buildVersion('0.9.1', 1_764_084_151, commit, false)).toBe('0.9.1+git20251125.152231.abcdef01');
    const order = ['0.9.1', '0.9.1+git20251125.152231.abcdef01', '0.9.1+git20251126.000000.00000000', '0.9.2'];
    for (const [index, version] of order.slice(1).entries()) {
      execFileSync('dpkg', ['--compare-versions', String(order[index]), 'lt', version]);
    }
  });

  test('control, conffiles and sums follow from the files', () => {
    const control = buildControl({ version: '1.0', architecture: 'amd64', commit: 'c0ffee', bytes: 2_049 });
    expect(control).toContain('Version: 1.0\nArchitecture: amd64\n');
    expect(control).toContain('Installed-Size: 3\n');
    expect(control).toMatch(/^Depends: caddy, .*restic \(>= 0\.14\)/m);
    expect(buildConffiles(['usr/bin/a', 'etc/varco/b', 'etc/varco/a'])).toBe('/etc/varco/a\n/etc/varco/b\n');
    const bytes = Buffer.from('x');
    expect(
      buildMd5Sums([
        { path: 'usr/b', bytes },
        { path: 'etc/c', bytes },
        { path: 'usr/a', bytes },
      ]),
    ).toBe('9dd4e461268c8034f5c8564e155c67a6  usr/a\n9dd4e461268c8034f5c8564e155c67a6  usr/b\n');
  });

  test('the same files have the same bytes, whatever their order, times and modes on the machine', () => {
    const build = (name: string, order: readonly string[], umask: number): Buffer => {
      const tree = join(work, name);
      for (const path of order) {
        fs.mkdirSync(join(tree, path, '..'), { recursive: true });
        fs.writeFileSync(join(tree, path), `text of ${path}`);
        fs.chmodSync(join(tree, path), (path.includes('/bin/') ? 0o777 : 0o666) & ~umask);
        fs.utimesSync(join(tree, path), umask, umask);
      }
      fs.symlinkSync('varco', join(tree, 'usr/bin/link'));
      const facts = { version: '1.0', commit: 'c0ffee', epoch: 1_764_084_151 };
      return fs.readFileSync(buildDeb({ ...facts, root, tree, architecture: 'amd64', out: join(work, `${name}-out`) }));
    };
    const paths = ['usr/bin/varco', 'usr/lib/varco/a.ts', 'etc/varco/Caddyfile', 'usr/lib/varco/b/c.sql'];
    const first = build('first', paths, 0o022);
    expect(build('second', paths.toReversed(), 0o077).equals(first)).toBe(true);
    const listing = execFileSync('dpkg-deb', ['-c', join(work, 'first-out/varco_1.0_amd64.deb')], { encoding: 'utf8' });
    expect(listing).toMatch(/-rw-r--r-- root\/root .* \.\/etc\/varco\/Caddyfile/);
    expect(listing).toMatch(/-rwxr-xr-x root\/root .* \.\/usr\/bin\/varco/);
  });

  test('the scripts of the package are plain shell that parses', () => {
    for (const name of ['postinst', 'prerm', 'postrm']) {
      expect(execFileSync('sh', ['-n', join(files, 'debian', name)], { encoding: 'utf8' })).toBe('');
    }
    expect(execFileSync('sh', ['-n', join(files, 'bin/varco-restart')], { encoding: 'utf8' })).toBe('');
  });

  test('no script deletes data of an installation', () => {
    for (const name of ['postinst', 'prerm', 'postrm']) {
      const text = fs.readFileSync(join(files, 'debian', name), 'utf8');
      const deleted = text.split('\n').filter((line) => /^\s*rm /.test(line));
      for (const line of deleted)
        expect(line).toMatch(/rm -f \/etc\/systemd\/system\/(?:multi-user|timers)\.target\.wants\/varco-/);
    }
  });
});

describe('the units', () => {
  const readHardening = (name: string): string => {
    const text = readUnit(name);
    return text.slice(text.indexOf('NoNewPrivileges='), text.indexOf('UMask='));
  };

  const SERVERS = [
    ...['varco-portal.service', 'varco-portal-second.service'],
    ...['varco-plant@.service', 'varco-plant-second@.service'],
  ];
  const BACKUPS = ['varco-backup@.service', 'varco-backup-files@.service', 'varco-backup-verify@.service'];

  test('backups have a timer each, and servers and backups may write to their usual place', () => {
    for (const name of BACKUPS) expect(readUnit(name.replace('.service', '.timer'))).toMatch(/^Persistent=true$/m);
    for (const name of [...BACKUPS, ...SERVERS])
      expect(readUnit(name)).toMatch(/^ReadWritePaths=.*-\/var\/backups\/varco$/m);
    expect(readUnit('varco.tmpfiles.conf')).toMatch(/^d \/var\/backups\/varco 0750 root varco -$/m);
  });

  test('all are hardened alike, without root and without capabilities', () => {
    const portal = readHardening('varco-portal.service');
    const others = [...SERVERS, 'varco-migrate-portal.service', 'varco-migrate-plant@.service', ...BACKUPS];
    for (const name of others) {
      expect(readHardening(name)).toBe(portal);
    }
    expect(portal).toMatch(/^CapabilityBoundingSet=$/m);
    expect(portal).toMatch(/^ProtectSystem=strict$/m);
    for (const name of [...SERVERS, ...BACKUPS]) {
      expect(readUnit(name)).toMatch(/^User=varco$/m);
      expect(readUnit(name)).toMatch(/^MemoryMax=\d+G$/m);
      // The sockets and memory of a user's databases survive the end of one of its servers.
      expect(readUnit(name)).not.toContain('RemoveIPC');
    }
  });

  test('only the step that changes tables reads the file with the password of their owner', () => {
    for (const name of SERVERS) {
      expect(readUnit(name)).not.toContain('-owner.env');
      expect(readUnit(name)).toMatch(/^Requires=varco-migrate-/m);
    }
    for (const name of ['varco-migrate-portal.service', 'varco-migrate-plant@.service']) {
      expect(readUnit(name)).toMatch(/^EnvironmentFile=\/etc\/varco\/.*-owner\.env$/m);
      expect(readUnit(name)).toMatch(/^DynamicUser=yes$/m);
    }
  });

  test('the socket of a database lies where commands beside the server see it', () => {
    for (const name of SERVERS) {
      expect(readUnit(name)).toMatch(/^PrivateTmp=yes$/m);
      expect(readUnit(name)).toMatch(/^RuntimeDirectory=varco-/m);
    }
  });

  test('a second process differs from the first in its name, its port and its socket only, and shares the data', () => {
    for (const [first, second] of [
      ['varco-portal.service', 'varco-portal-second.service'],
      ['varco-plant@.service', 'varco-plant-second@.service'],
    ] as const) {
      const own = new Set(readUnit(first).split('\n'));
      const added = readUnit(second)
        .split('\n')
        .filter((line) => !own.has(line) && !line.startsWith('#'));
      expect(added.map((line) => line.split('=', 1)[0])).toEqual([
        ...['Description', 'AssertPathExists', 'EnvironmentFile', 'RuntimeDirectory', 'SyslogIdentifier'],
      ]);
      const others = new Set(readUnit(second).split('\n'));
      const removed = [...own].filter((line) => !others.has(line)).map((line) => line.split('=', 1)[0]);
      expect(removed).toEqual(['Description', 'RuntimeDirectory', 'SyslogIdentifier']);
    }
  });

  test('the time to stop is longer than leaving and finishing what runs', () => {
    for (const name of SERVERS) expect(readUnit(name)).toMatch(/^TimeoutStopSec=60$/m);
    for (const seconds of [0, 20]) expect(seconds + createDrain(seconds).graceMs / 1_000).toBeLessThan(55);
  });

  test('the commands of the handbook put two processes behind each name of the shipped proxy', () => {
    const handbook = fs.readFileSync(join(root, 'docs/handbook/gestore.md'), 'utf8');
    const commands = listHandbookCommands(handbook, '## Due processi');
    const change = commands
      .join('\n')
      .split('\n')
      .filter((line) => line.startsWith('sed -i '));
    expect(change).toHaveLength(1);
    const folder = join(work, 'proxy');
    fs.mkdirSync(folder);
    fs.copyFileSync(join(files, 'etc/Caddyfile'), join(folder, 'Caddyfile'));
    execFileSync('sh', ['-e', '-c', change.join('\n').replaceAll('/etc/varco/Caddyfile', 'Caddyfile')], {
      cwd: folder,
    });
    const text = fs.readFileSync(join(folder, 'Caddyfile'), 'utf8');
    expect(text.slice(text.search(/^https/m))).toBe(
      `https://portale.example {\n\timport varco-two 127.0.0.1:8400 127.0.0.1:8410\n}\n\nhttps://impianto.example {\n\timport varco-two 127.0.0.1:8401 127.0.0.1:8411\n}\n`,
    );
    expect(text).toContain('(varco-two) {');
    for (const file of ['second-plant-borgo.env', 'second-portal.env', 'plant-borgo.env', 'portal.env'])
      expect(commands.join('\n')).toMatch(new RegExp(`>> ?/etc/varco/${file}$|> /etc/varco/${file}$`, 'm'));
  });

  test('what a unit starts is installed', () => {
    for (const app of ['portal', 'plant@', 'portal-second', 'plant-second@']) {
      const [, program = ''] = /^ExecStart=\S+ \/usr\/lib\/varco\/(\S+)$/m.exec(readUnit(`varco-${app}.service`)) ?? [];
      expect(fs.existsSync(join(root, program)), program).toBe(true);
      expect(isShipped(program, PROGRAMS)).toBe(true);
    }
  });
});

describe('supply chain', () => {
  test('the bill of materials is the same for the same commit, and states each licence and checksum', async () => {
    const packages = await readLockedPackages(root);
    const build = (commit: string): string =>
      buildSbom({
        ...{ version: '1.0', epoch: 1_764_084_151, commit, packages, statedLicences: STATED_LICENCES },
        serverLibraries: findProductionPackages(packages, PROGRAMS, 'x64').libraries,
        webLibraries: findProductionPackages(packages, ['apps/portal-web'], 'x64').libraries,
      });
    const text = build('c0ffee');
    expect(build('c0ffee')).toBe(text);
    const bom: { components: { name: string; licenses?: unknown[]; hashes?: unknown[] }[]; serialNumber: string } =
      JSON.parse(text);
    expect(bom).toMatchObject({ bomFormat: 'CycloneDX', specVersion: '1.6', version: 1 });
    expect(bom.serialNumber).toMatch(/^urn:uuid:[0-9a-f]{8}-[0-9a-f]{4}-5[0-9a-f]{3}-[89ab][0-9a-f]{3}-[0-9a-f]{12}$/);
    expect(bom.serialNumber).not.toBe(JSON.parse(build('beef')).serialNumber);
    expect(bom.components.length).toBeGreaterThan(100);
    expect(bom.components.filter(({ licenses, hashes }) => licenses === undefined || hashes === undefined)).toEqual([]);
    expect(new Set(bom.components.map(({ name }) => name))).toContain('maplibre-gl');
  });

  test('a licence nobody accepted is refused by name; choices and tools are judged by their rule', async () => {
    const complaints = findLicenceComplaints({
      'node_modules/fine': { license: '(AGPL-3.0-only OR MIT)' },
      'node_modules/both': { license: 'MIT AND AGPL-3.0-only' },
      'node_modules/nested': { license: 'MIT AND (ISC OR AGPL-3.0-only)' },
      'node_modules/copyleft': { license: 'AGPL-3.0-only' },
      'node_modules/silent': {},
      'node_modules/tool': { license: 'AGPL-3.0-only', dev: true },
    });
    expect(complaints.map((complaint) => complaint.split(':')[0])).toEqual(['both', 'nested', 'copyleft', 'silent']);
    expect(complaints[2]).toContain('licence AGPL-3.0-only is not on the list');
    expect(await checkLicences()).toEqual([]);
  });

  test('a manifest that accepts several versions of a library is refused', async () => {
    expect(
      findLooseVersions({
        '': { devDependencies: { a: '1.2.3', b: '~1.2.3' } },
        'apps/x': { dependencies: { '@varco/y': '*', c: '^1.0.0', d: '18.4.0-beta.17', e: '*', f: '1.x' } },
        'node_modules/z': { dependencies: { q: '^1.0.0' } },
      }),
    ).toEqual([
      'package.json: b is "~1.2.3"; name exactly one version',
      'apps/x: c is "^1.0.0"; name exactly one version',
      'apps/x: e is "*"; name exactly one version',
      'apps/x: f is "1.x"; name exactly one version',
    ]);
    expect(await checkExactVersions()).toEqual([]);
  });

  test('sums are what sha256sum checks, and a signature is one of Ed25519 over them', () => {
    const { privateKey, publicKey } = generateKeyPairSync('ed25519');
    const key = join(work, 'key.pem');
    fs.writeFileSync(key, privateKey.export({ type: 'pkcs8', format: 'pem' }));
    for (const name of ['b.deb', 'a.json']) fs.writeFileSync(join(work, name), name);
    const sums = writeSums(work, ['b.deb', 'a.json']);
    execFileSync('sha256sum', ['--check', '--strict', 'SHA256SUMS'], { cwd: work });
    signFile(sums, key);
    expect(verify(null, fs.readFileSync(sums), publicKey, fs.readFileSync(`${sums}.sig`))).toBe(true);
    const other = join(work, 'other.pem');
    fs.writeFileSync(other, generateKeyPairSync('x25519').privateKey.export({ type: 'pkcs8', format: 'pem' }));
    expect(() => signFile(sums, other)).toThrow('is not Ed25519');
  });
});

test('commands are those of the chapter, not of the next one and not of other languages', () => {
  const text = '# T\n## A\n```sh\none\ntwo\n```\n```ts\nno\n```\n### B\n```sh\nthree\n```\n## C\n```sh\nfour\n```\n';
  expect(listHandbookCommands(text, '## A')).toEqual(['one\ntwo', 'three']);
  expect(() => listHandbookCommands(text, '## Z')).toThrow('no heading');
});
