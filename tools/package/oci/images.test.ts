import { execFileSync } from 'node:child_process';
import { createHash } from 'node:crypto';
import fs from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { gunzipSync } from 'node:zlib';
import { readAnswers } from '../../../apps/cli/src/setup/read-answers.ts';
import { PlantSetUp, PortalSetUp } from '@varco/contract/set-up.ts';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { root } from '../../checks/run-steps.ts';
import { buildSbom } from '../sbom.ts';
import { OCI_FILES, OCI_SCRIPTS } from '../shipped-files.ts';
import { readBasePackages } from './base-packages.ts';
import { buildCompose, buildDatabaseSettings } from './build-images.ts';
import { buildTag, listImages } from './images.ts';
import { listBaseFiles, listTree, textFile, USERS, withFolders } from './layer-files.ts';
import { writeLayer, writeLayout } from './layout.ts';
import { encodeTar, type TarEntry } from './tar.ts';

let work: string;
beforeAll(() => {
  work = fs.mkdtempSync(join(tmpdir(), 'varco-images-test-'));
});
afterAll(() => fs.rmSync(work, { recursive: true, force: true }));

const EPOCH = 1_764_084_151;
const FACTS = { version: '0.9.1+git20251125.152231.abcdef01', commit: 'abcdef01', epoch: EPOCH };
const own = join(root, 'tools/package/files/oci');
const sum = (bytes: Uint8Array): string => `sha256:${createHash('sha256').update(bytes).digest('hex')}`;

/** What GNU tar lists: mode, owner, size, date, time, path. */
const list = (file: string, archive: Uint8Array): string => {
  fs.writeFileSync(join(work, file), archive);
  return execFileSync('tar', ['--utc', '--numeric-owner', '-tvf', join(work, file)], { encoding: 'utf8' });
};
const pack = (entries: readonly TarEntry[]): Buffer => Buffer.concat([...encodeTar(entries, EPOCH)]);

describe('an archive', () => {
  test('is what tar reads: modes, numbers of owners, times, links, in the order of paths', () => {
    const listing = list(
      'plain.tar',
      pack([
        { path: 'bin/sh', kind: 'link', mode: 0o777, target: 'busybox' },
        { path: 'data', kind: 'folder', mode: 0o700, owner: 10_002 },
        textFile('a.txt', 'text'),
        textFile('bin/run', '#!/bin/sh\n', 0o755),
      ]),
    );
    expect(listing.replaceAll(/ +/g, ' ')).toBe(
      `-rw-r--r-- 0/0 4 2025-11-25 15:22 a.txt
-rwxr-xr-x 0/0 10 2025-11-25 15:22 bin/run
lrwxrwxrwx 0/0 0 2025-11-25 15:22 bin/sh -> busybox
drwx------ 10002/10002 0 2025-11-25 15:22 data/
`,
    );
  });

  test('long paths, long links and letters beyond ASCII come back unchanged', () => {
    const paths = [
      `${'a'.repeat(60)}/${'b'.repeat(60)}/file`,
      `${'c'.repeat(120)}/${'d'.repeat(120)}`,
      `${'e'.repeat(100)}`,
      'Autorità/perché.txt',
    ];
    const target = `${'../'.repeat(40)}target`;
    const entries = paths.map((path) => textFile(path, path));
    const archive = pack([...withFolders(entries), { path: 'link', kind: 'link', mode: 0o777, target }]);
    fs.writeFileSync(join(work, 'long.tar'), archive);
    const folder = join(work, 'long');
    fs.mkdirSync(folder);
    execFileSync('tar', ['-xf', join(work, 'long.tar'), '-C', folder], { env: { ...process.env, LC_ALL: 'C.UTF-8' } });
    for (const path of paths) expect(fs.readFileSync(join(folder, path), 'utf8')).toBe(path);
    expect(fs.readlinkSync(join(folder, 'link'))).toBe(target);
  });

  test('a tree has no owner, mode or time of this machine, and no privileged file', () => {
    const tree = join(work, 'tree');
    fs.mkdirSync(join(tree, 'usr/bin'), { recursive: true });
    fs.writeFileSync(join(tree, 'usr/bin/run'), 'x', { mode: 0o700 });
    fs.chmodSync(join(tree, 'usr/bin/run'), 0o4700);
    fs.writeFileSync(join(tree, 'usr/note'), 'x', { mode: 0o666 });
    fs.writeFileSync(join(tree, 'usr/left'), 'x');
    const entries = listTree(tree, (file) => file !== 'usr/left');
    expect(entries.map(({ path, mode, owner }) => [path, mode.toString(8), owner ?? 0])).toEqual([
      ['usr/bin/run', '755', 0],
      ['usr/note', '644', 0],
    ]);
  });
});

async function buildSample(name: string, entries: readonly TarEntry[]): Promise<Buffer> {
  const folder = join(work, name);
  const one = await writeLayer(folder, 'sample', entries, EPOCH);
  const layers = { base: one, postgres: one, programs: one, proxy: one };
  const archive = join(work, `${name}.tar`);
  await writeLayout(folder, archive, listImages(layers, FACTS), { epoch: EPOCH, architecture: 'amd64' });
  return fs.readFileSync(archive);
}

describe('the images', () => {
  test('the same files have the same bytes, in whatever order they are found', async () => {
    const entries = withFolders([...listBaseFiles(), textFile('usr/bin/varco', '#!/bin/sh\n', 0o755)]);
    const first = await buildSample('first', entries);
    expect((await buildSample('second', entries.toReversed())).equals(first)).toBe(true);
  });

  test('every digest and size of the layout is that of its blob, and each layer unpacks to what its image says', async () => {
    await buildSample('digests', withFolders(listBaseFiles()));
    const folder = join(work, 'digests-out');
    fs.mkdirSync(folder);
    execFileSync('tar', ['-xf', join(work, 'digests.tar'), '-C', folder]);
    const read = (digest: string): Buffer => fs.readFileSync(join(folder, 'blobs', digest.replace(':', '/')));
    const json = (bytes: Uint8Array) => JSON.parse(Buffer.from(bytes).toString());
    expect(json(fs.readFileSync(join(folder, 'oci-layout')))).toEqual({ imageLayoutVersion: '1.0.0' });
    for (const blob of fs.readdirSync(join(folder, 'blobs/sha256'))) {
      expect(sum(read(`sha256:${blob}`))).toBe(`sha256:${blob}`);
    }
    const { manifests } = json(fs.readFileSync(join(folder, 'index.json')));
    expect(manifests).toHaveLength(4);
    for (const { digest, size } of manifests) {
      expect(read(digest)).toHaveLength(size);
      const manifest = json(read(digest));
      expect(read(manifest.config.digest)).toHaveLength(manifest.config.size);
      const config = json(read(manifest.config.digest));
      expect(config.rootfs.diff_ids).toEqual(
        manifest.layers.map((layer: { digest: string }) => sum(gunzipSync(read(layer.digest)))),
      );
      expect(config.history).toHaveLength(manifest.layers.length);
    }
    const older: { RepoTags: string[]; Config: string; Layers: string[] }[] = json(
      fs.readFileSync(join(folder, 'manifest.json')),
    );
    for (const { Config, Layers } of older)
      for (const file of [Config, ...Layers]) expect(fs.existsSync(join(folder, file)), file).toBe(true);
    expect(older.flatMap(({ RepoTags }) => RepoTags)).toEqual(
      ['portal', 'plant', 'database', 'proxy'].map((name) => `localhost/varco-${name}:${buildTag(FACTS.version)}`),
    );
    expect(buildTag(FACTS.version)).toMatch(/^[\w][\w.-]{0,127}$/);
  });

  test('each runs as a user of its own without a name from outside, and says what it is', async () => {
    const layer = { digest: 'sha256:0', size: 0, diffId: 'sha256:0', title: 'sample' };
    const images = listImages({ base: layer, postgres: layer, programs: layer, proxy: layer }, FACTS);
    for (const { settings } of images) {
      expect(settings.User).toMatch(/^1000[123]:1000[123]$/);
      expect(settings.Env.filter((text) => /PASSWORD|SECRET|URL/.test(text))).toEqual([]);
      expect(settings.Labels).toMatchObject({
        'org.opencontainers.image.revision': 'abcdef01',
        'org.opencontainers.image.version': FACTS.version,
        'org.opencontainers.image.created': '2025-11-25T15:22:31.000Z',
      });
    }
  });

  test('folders of volumes belong to who writes there, and nobody but root changes settings', () => {
    const found = new Map(listBaseFiles().map((entry) => [entry.path, entry]));
    expect(found.get('var/lib/varco-database')).toMatchObject({ owner: USERS['varco-database'], mode: 0o700 });
    expect(found.get('var/lib/varco-proxy')).toMatchObject({ owner: USERS['varco-proxy'], mode: 0o700 });
    expect(found.get('etc/varco')).toMatchObject({ mode: 0o755 });
    expect(found.get('etc/varco')?.owner).toBeUndefined();
    expect(Buffer.from(Object(found.get('etc/passwd')?.content)).toString()).toContain('\nvarco:x:10001:10001:');
  });

  test('packages of Debian have exact versions and checksums, and stand in the bill of materials', () => {
    const { packages } = readBasePackages();
    expect(packages.map(({ name }) => name)).toEqual(expect.arrayContaining(['libc6', 'busybox', 'restic', 'caddy']));
    expect(new Set(packages.map(({ sha256 }) => sha256)).size).toBe(packages.length);
    const bill = { ...FACTS, packages: {}, serverLibraries: [], webLibraries: [], statedLicences: {} };
    const text = buildSbom({ ...bill, debian: packages });
    expect(text).toContain('pkg:deb/debian/libstdc%2B%2B6@12.2.0-14%2Bdeb12u1?arch=amd64&distro=debian-12');
    expect(JSON.parse(text).serialNumber).not.toBe(JSON.parse(buildSbom(bill)).serialNumber);
  });

  test('the database has the settings of the one that a server brings along, and is reached over its network only', () => {
    const text = buildDatabaseSettings();
    expect(text).toContain("wal_recycle = 'off'\n");
    expect(text).toContain("timezone = 'UTC'\n");
    expect(text).toContain("listen_addresses = '*'\n");
    expect(text).toContain("unix_socket_directories = ''\n");
    const script = fs.readFileSync(join(own, 'serve-database'), 'utf8');
    expect(script).toContain('--auth-host=scram-sha-256');
    expect(script).not.toContain('trust');
  });

  test('scripts parse, are executable, and every file beside them is shipped', () => {
    for (const name of OCI_SCRIPTS) {
      expect(execFileSync('sh', ['-n', join(own, name)], { encoding: 'utf8' })).toBe('');
    }
    const present = fs.readdirSync(own, { recursive: true, withFileTypes: true }).filter((entry) => entry.isFile());
    const names = present.map(({ parentPath, name }) => join(parentPath, name).slice(own.length + 1)).toSorted();
    expect(names).toEqual([...OCI_FILES, ...OCI_SCRIPTS].toSorted());
  });
});

describe('what is beside the images', () => {
  test('the archive names the images of its build, and has the same bytes each time', () => {
    const archive = buildCompose(root, work, FACTS);
    const bytes = fs.readFileSync(archive);
    expect(fs.readFileSync(buildCompose(root, work, FACTS)).equals(bytes)).toBe(true);
    const listing = execFileSync('tar', ['-tzf', archive], { encoding: 'utf8' }).trim().split('\n');
    expect(listing).toEqual([
      ...['varco/', 'varco/Caddyfile', 'varco/answers/', 'varco/answers/borgo.yaml', 'varco/answers/portal.yaml'],
      'varco/compose.yaml',
    ]);
    const text = execFileSync('tar', ['-xzOf', archive, 'varco/compose.yaml'], { encoding: 'utf8' });
    expect(text).toContain('image: localhost/varco-plant:0.9.1-git20251125.152231.abcdef01\n');
    expect(text).not.toContain('@');
  });

  test.each([
    ['portal', PortalSetUp],
    ['borgo', PlantSetUp],
  ])('the answers for %s are what varco setup takes', async (name, schema) => {
    const result = await readAnswers(join(own, `answers/${name}.yaml`), schema, (key) => key);
    expect(result).toMatchObject({ answers: { database: { admin_address_file: '/run/secrets/database-admin' } } });
  });
});
