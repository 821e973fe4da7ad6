import { spawnSync } from 'node:child_process';
import { cpSync, mkdirSync, mkdtempSync, rmSync, symlinkSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { dirname, join, resolve } from 'node:path';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';

// One deliberate violation for each line of the dependency table, to prove that every rule can fail.

const root = resolve(import.meta.dirname, '../..');

const forbidden: [file: string, code: string, rule: string][] = [
  ...banned('packages/domain/src', ['contract', 'vault', 'i18n', 'ui', 'server-kit', 'sim']),
  ...banned('packages/contract/src', ['vault', 'i18n', 'ui', 'server-kit', 'sim']),
  ...banned('packages/cameras/src', ['contract', 'vault', 'i18n', 'ui', 'server-kit', 'sim']),
  ...banned('packages/imports/src', ['vault', 'i18n', 'ui', 'server-kit', 'sim']),
  ...banned('packages/vault/src', ['contract', 'i18n', 'ui', 'server-kit', 'sim']),
  ...banned('packages/i18n/src', ['domain', 'vault', 'ui', 'server-kit', 'sim']),
  ...banned('packages/ui/src', ['domain', 'contract', 'vault', 'i18n', 'server-kit', 'sim']),
  ...banned('packages/server-kit/src', ['vault', 'ui', 'sim', 'portal-server', 'plant-server']),
  ...banned('packages/sim/src', ['vault', 'i18n', 'ui', 'server-kit', 'plant-server']),
  ...banned('apps/portal-server/src', ['cameras', 'vault', 'ui', 'sim', 'plant-server', 'portal-web']),
  ...banned('apps/plant-server/src', ['vault', 'ui', 'sim', 'portal-server', 'portal-web']),
  [
    'apps/plant-server/src/features/a/other.ts',
    "import { x } from '../b/x.service.ts';\nx();",
    'no-restricted-imports',
  ],
  ['apps/plant-server/src/features/a/sub/other.ts', "import { x } from '../../b/x.ts';\nx();", 'no-restricted-imports'],
  [
    'apps/plant-server/src/features/a/jobs.ts',
    "import { x } from '../../composition/jobs.ts';\nx();",
    'no-restricted-imports',
  ],
  [
    'apps/plant-server/src/database/up.ts',
    "import { x } from '../features/b/b.public.ts';\nx();",
    'no-restricted-imports',
  ],
  ...banned('apps/registry/src', ['vault', 'ui', 'sim', 'plant-server']),
  ...banned('packages/evidence/src', ['contract', 'i18n', 'ui', 'server-kit', 'sim']),
  ...banned('apps/exporter/src', ['imports', 'vault', 'ui', 'server-kit', 'sim', 'plant-server']),
  [
    'packages/evidence/src/parameter-file.ts',
    "import { readFileSync } from 'node:fs';\nreadFileSync('x');",
    'no-restricted-imports',
  ],
  ...banned('apps/cli/src', ['vault', 'ui', 'server-kit', 'sim', 'plant-server']),
  ...['app', 'routes', 'frame', 'features/a', 'widgets', 'lib'].flatMap((layer) =>
    banned(`apps/portal-web/src/${layer}`, ['server-kit', 'sim', 'plant-server']),
  ),
  buildUpwardImport('routes/r.ts', '../app/x.ts'),
  buildUpwardImport('frame/f.ts', '../routes/x.ts'),
  buildUpwardImport('features/a/up-app.ts', '../../app/x.ts'),
  buildUpwardImport('features/a/up-frame.ts', '../../frame/x.ts'),
  buildUpwardImport('features/a/up-routes.ts', '../../routes/x.ts'),
  buildUpwardImport('features/a/other-feature.ts', '../b/x.ts'),
  buildUpwardImport('features/a/sub/other-feature.ts', '../../../features/b/x.ts'),
  buildUpwardImport('widgets/up-feature.ts', '../features/a/x.ts'),
  buildUpwardImport('lib/up-widget.ts', '../widgets/x.ts'),
  buildUpwardImport('widgets/relative.ts', '../../../../packages/domain/src/x.ts'),
  ...['domain', 'contract', 'cameras', 'imports', 'vault', 'i18n', 'ui'].map((name): [string, string, string] => [
    `packages/${name}/src/node.ts`,
    "import { readFileSync } from 'node:fs';\nreadFileSync('x');",
    'no-restricted-imports',
  ]),
  ['packages/domain/src/zod.ts', "import { z } from 'zod';\nz.string();", 'no-restricted-imports'],
  ['packages/domain/src/dated.ts', 'export const t = Date.now();', 'no-restricted-globals'],
  ['packages/cameras/src/dated.ts', 'export const t = Date.now();', 'no-restricted-globals'],
  ['packages/domain/src/barrel.ts', "export * from './dated.ts';", 'no-barrel-file'],
  ['packages/domain/src/default.ts', 'export default 1;', 'no-default-export'],
  ['packages/domain/src/any.ts', 'export const f = (x: any): number => Number(x);', 'no-explicit-any'],
  ['apps/registry/src/floats.ts', 'async function f() {}\nexport function g() {\n  f();\n}', 'no-floating-promises'],
  ['apps/portal-web/src/features/a/fetch.ts', "export const r = fetch('/x');", 'no-restricted-globals'],
  ['apps/portal-web/src/widgets/store.ts', "localStorage.setItem('a', 'b');", 'no-restricted-globals'],
  ['apps/portal-web/src/widgets/window.ts', "window.localStorage.setItem('a', 'b');", 'no-restricted-properties'],
  ['apps/portal-web/src/features/a/dates.ts', 'export const d = new Date();', 'no-restricted-globals'],
  ['apps/portal-web/src/features/a/markup.ts', "document.body.innerHTML = '<b>';", 'no-restricted-properties'],
  [
    'packages/ui/src/Danger.tsx',
    "export const D = () => <div dangerouslySetInnerHTML={{ __html: '' }} />;",
    'no-danger',
  ],
  ['packages/domain/src/long.ts', 'export {};\n'.repeat(401), 'max-lines'],
  [
    'packages/domain/src/cycle-a.ts',
    "import { b } from './cycle-b.ts';\nexport const a = (): number => b();",
    'no-cycle',
  ],
  [
    'packages/domain/src/type-cycle-a.ts',
    "import type { B } from './type-cycle-b.ts';\nexport interface A {\n  readonly b: B;\n}",
    'no-cycle',
  ],
];

const allowed: [file: string, code: string][] = [
  ['packages/domain/src/fine.ts', "import { a } from './other.ts';\na();"],
  [
    'packages/contract/src/fine.ts',
    "import { a } from '@varco/domain/other.ts';\nimport { z } from 'zod';\nz.string(a);",
  ],
  ['packages/server-kit/src/fine.ts', "import { a } from '@varco/i18n/it/errors.ts';\na();"],
  ['apps/plant-server/src/cameras.ts', "import { a } from '@varco/cameras/a.ts';\na();"],
  ['apps/plant-server/src/fine.ts', "import { a } from '@varco/server-kit/deep/file.ts';\na();"],
  [
    'apps/plant-server/src/features/a/public.ts',
    "import { x } from '../b/b.public.ts';\nimport { y } from '../../database/y.ts';\nx(y);",
  ],
  [
    'apps/plant-server/src/features/a/sub/public.ts',
    "import { x } from '../../b/b.public.ts';\nimport { y } from '../y.ts';\nx(y);",
  ],
  ['apps/portal-web/src/features/a/fine.ts', "import { a } from '../../lib/call.ts';\na();"],
  ['apps/portal-web/src/features/a/sub/fine.ts', "import { a } from '../fine.ts';\na();"],
  ['apps/portal-web/src/app/fine.ts', "import { a } from '../features/a/fine.ts';\na();"],
  ['apps/portal-web/src/lib/clock.ts', 'export const now = (): string => new Date().toISOString();'],
];

function banned(folder: string, packages: string[]): [string, string, string][] {
  return packages.map((name) => [
    `${folder}/imports-${name}.ts`,
    `import { a } from '@varco/${name}/deep/a.ts';\na();`,
    'no-restricted-imports',
  ]);
}

function buildUpwardImport(file: string, from: string): [string, string, string] {
  return [`apps/portal-web/src/${file}`, `import { a } from '${from}';\na();`, 'no-restricted-imports'];
}

describe('import rules', () => {
  const dir = mkdtempSync(join(tmpdir(), 'varco-rules-'));
  const caught = new Map<string, string[]>();

  beforeAll(() => {
    for (const file of ['oxlint.config.ts', 'tsconfig.json', 'tsconfig.base.json', 'tsconfig.web.json']) {
      cpSync(join(root, file), join(dir, file));
    }
    symlinkSync(join(root, 'node_modules'), join(dir, 'node_modules'));
    const helpers: [string, string][] = [
      ['packages/domain/src/cycle-b.ts', "import { a } from './cycle-a.ts';\nexport const b = (): number => a();"],
      [
        'packages/domain/src/type-cycle-b.ts',
        "import type { A } from './type-cycle-a.ts';\nexport interface B {\n  readonly a: A | null;\n}",
      ],
    ];
    for (const [file, code] of [...forbidden, ...allowed, ...helpers]) {
      mkdirSync(dirname(join(dir, file)), { recursive: true });
      writeFileSync(join(dir, file), code);
    }
    const run = spawnSync(process.execPath, [join(root, 'node_modules/oxlint/bin/oxlint'), '-f', 'unix', '.'], {
      cwd: dir,
      encoding: 'utf8',
      maxBuffer: 1e8,
    });
    for (const line of run.stdout.split('\n')) {
      const found = /^(.+?):\d+:\d+: .*\[\w+\/(.+)\]$/.exec(line);
      if (found?.[1] && found[2]) caught.set(found[1], [...(caught.get(found[1]) ?? []), found[2]]);
    }
  }, 60_000);

  afterAll(() => rmSync(dir, { recursive: true, force: true }));

  test.each(forbidden)('%s is caught', (file, _code, rule) => {
    expect(caught.get(file)?.join(' ') ?? 'nothing').toContain(rule);
  });

  test.each(allowed)('%s is allowed', (file) => {
    expect(caught.get(file) ?? []).toEqual([]);
  });
});
