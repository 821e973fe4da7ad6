// The house rules of code, checked by one tool. Who may import whom is the table drawn in the architecture page:
// tools/checks/import-rules.test.ts plants one violation of every line of it and expects each to be caught.
import { defineConfig, type OxlintConfig } from 'oxlint';

interface Pattern {
  group: string[];
  message: string;
}

const nodeOnly: Pattern = {
  group: ['node:*', 'node:*/**', 'fs', 'path', 'crypto', 'pg', 'kysely', 'fastify', '@fastify/**'],
  message: 'This code also runs in the browser: no Node and no server libraries.',
};

const byName: Pattern = {
  group: ['**/packages/*/src/**', '**/apps/*/src/**', '**/e2e/**', '**/bench/**', '**/tools/**'],
  message: 'Import another package by its name (@varco/<package>/<file>.ts), never by a relative path.',
};

/** The rule "this folder may import only these packages of ours", plus what else is forbidden there. */
function mayImport(packages: string[], ...alsoForbidden: Pattern[]): ['error', { patterns: Pattern[] }] {
  const allowed = packages.length === 0 ? 'nothing of ours' : `only ${packages.join(', ')}`;
  const ours = {
    group: ['@varco/*/**', ...packages.map((name) => `!@varco/${name}/**`)],
    message: `This folder may import ${allowed}.`,
  };
  return ['error', { patterns: [ours, byName, ...alsoForbidden] }];
}

const webPackages = ['ui', 'i18n', 'contract', 'domain', 'vault', 'evidence', 'imports'];
const serverPackages = ['server-kit', 'i18n', 'contract', 'domain', 'evidence'];
const plantPackages = [...serverPackages, 'cameras'];

/** The web app imports downwards only: app > routes > frame > features > widgets > lib. */
function notUpTo(...layers: string[]): Pattern {
  return {
    group: layers.map((layer) => `**/${layer}/**`),
    message: 'The web app imports downwards only: app > routes > frame > features > widgets > lib.',
  };
}

/** @param up from a file to the folder of all features */
function otherFeature(up: string): Pattern {
  return {
    group: ['**/features/**', `${up}[a-z]*/**`],
    message: 'A feature never imports another feature: share through src/widgets, or open a tab.',
  };
}

/** The plant server: what all subjects share lies below them, lowest first. */
const plantLayers = ['database', 'policy', 'plate-index', 'auth', 'settings', 'context', 'http'];
const plantSource = 'apps/plant-server/src';

function plantSubject(up: string): Pattern {
  return {
    group: [`${up}[a-z]*/**`, `!${up}*/*.public.ts`],
    message: 'A subject of the plant uses another one only through its <subject>.public.ts.',
  };
}

const aboveLayers: Pattern = {
  group: ['**/features/**', '**/composition/**'],
  message: 'What all subjects share imports none of them.',
};

const plantComposition: Pattern = {
  group: ['**/composition/**'],
  message: 'A subject is given what it needs; it does not reach for what puts the plant together.',
};

const network = ['fetch', 'XMLHttpRequest', 'WebSocket', 'EventSource'];
const storage = ['localStorage', 'sessionStorage', 'indexedDB'];
const inLib = 'Network, storage and the clock live in src/lib.';
const noDate = {
  name: 'Date',
  message: 'Rules take `now` as a parameter (IsoInstant); only the time file knows Date.',
};

const markup = ['innerHTML', 'outerHTML', 'insertAdjacentHTML', 'srcdoc'].map((property) => ({
  property,
  message: 'No markup from strings: nothing of an answer may run.',
}));

const webGlobals = [...network, ...storage, 'Date'].map((name) => ({ name, message: inLib }));
const webProperties = ['window', 'globalThis', 'self'].flatMap((object) =>
  [...network, ...storage, 'Date'].map((property) => ({ object, property, message: inLib })),
);

const webOutsideLib: OxlintConfig['rules'] = {
  'no-restricted-globals': ['error', ...webGlobals],
  'no-restricted-properties': ['error', ...markup, ...webProperties],
};

export default defineConfig({
  options: { typeAware: true },
  plugins: ['eslint', 'typescript', 'unicorn', 'oxc', 'react', 'jsx-a11y', 'import', 'promise', 'vitest'],
  categories: { correctness: 'error' },
  rules: {
    'import/no-cycle': ['error', { ignoreTypes: false }],
    'import/no-default-export': 'error',
    'import/no-duplicates': 'error',
    'import/no-self-import': 'error',
    'oxc/no-barrel-file': ['error', { threshold: 0 }],
    'typescript/no-floating-promises': 'error',
    'typescript/no-misused-promises': 'error',
    'typescript/await-thenable': 'error',
    'typescript/switch-exhaustiveness-check': ['error', { considerDefaultExhaustiveForUnions: true }],
    'typescript/no-explicit-any': 'error',
    'typescript/no-non-null-assertion': 'error',
    'typescript/only-throw-error': 'error',
    'typescript/consistent-type-imports': ['error', { disallowTypeAnnotations: false }],
    'react/no-danger': 'error',
    'react/rules-of-hooks': 'error',
    'react/exhaustive-deps': 'error',
    'react/jsx-no-target-blank': 'error',
    'react/react-in-jsx-scope': 'off',
    // What a screen reader gets is judged on the running screens, where a role can be seen whole.
    'jsx-a11y/prefer-tag-over-role': 'off',
    'jsx-a11y/role-supports-aria-props': 'off',
    'typescript/no-redundant-type-constituents': 'off',
    'typescript/no-misused-spread': 'off',
    // Grouping a long list of values by line.
    'unicorn/no-useless-spread': 'off',
    'no-restricted-properties': ['error', ...markup],
    'max-lines': ['error', { max: 400 }],
    'max-lines-per-function': ['error', { max: 60, skipComments: true, skipBlankLines: true }],
    eqeqeq: ['error', 'always', { null: 'ignore' }],
    'prefer-const': 'error',
    'no-var': 'error',
    'no-eval': 'error',
    // Refusing control characters in input needs them in the pattern.
    'no-control-regex': 'off',
    'no-new-func': 'error',
    'no-debugger': 'error',
    'no-alert': 'error',
    'no-console': 'error',
    'no-unused-vars': ['error', { argsIgnorePattern: '^_', varsIgnorePattern: '^_' }],
    'vitest/no-focused-tests': 'error',
    'vitest/no-disabled-tests': 'error',
    'vitest/valid-expect': ['error', { maxArgs: 2 }],
    // Table tests ask different things of different rows.
    'vitest/no-conditional-expect': 'off',
    'typescript/no-base-to-string': 'off',
  },
  overrides: [
    {
      files: ['packages/domain/src/**'],
      rules: {
        'no-restricted-imports': mayImport([], nodeOnly, {
          group: ['zod', 'zod/**', 'react', 'react-*'],
          message: 'domain is pure: no zod, no React.',
        }),
        'no-restricted-globals': ['error', noDate, ...network.map((name) => ({ name, message: 'domain is pure.' }))],
      },
    },
    {
      files: ['packages/contract/src/**'],
      rules: {
        'no-restricted-imports': mayImport(['domain'], nodeOnly, { group: ['react', 'react-*'], message: 'No React.' }),
        'no-restricted-globals': ['error', noDate],
      },
    },
    {
      files: ['packages/cameras/src/**'],
      rules: {
        'no-restricted-imports': mayImport(['domain'], nodeOnly),
        'no-restricted-globals': ['error', noDate, ...network.map((name) => ({ name, message: 'cameras is pure.' }))],
      },
    },
    {
      // Samples are files; only tests and the bench read them.
      files: ['packages/cameras/src/testing/**'],
      rules: { 'no-restricted-imports': mayImport(['domain']) },
    },
    {
      files: ['packages/imports/src/**'],
      rules: { 'no-restricted-imports': mayImport(['contract', 'domain'], nodeOnly) },
    },
    { files: ['packages/vault/src/**'], rules: { 'no-restricted-imports': mayImport(['domain'], nodeOnly) } },
    { files: ['packages/evidence/src/**'], rules: { 'no-restricted-imports': mayImport(['domain', 'vault']) } },
    {
      // What a browser seals and an exporter opens.
      files: ['packages/evidence/src/parameter-file*.ts'],
      rules: { 'no-restricted-imports': mayImport(['domain', 'vault'], nodeOnly) },
    },
    { files: ['packages/i18n/src/**'], rules: { 'no-restricted-imports': mayImport(['contract'], nodeOnly) } },
    {
      files: ['packages/ui/src/**'],
      rules: {
        'no-restricted-imports': mayImport([], nodeOnly),
        'no-restricted-globals': ['error', ...webGlobals],
      },
    },
    {
      files: ['packages/server-kit/src/**'],
      rules: { 'no-restricted-imports': mayImport(['contract', 'domain', 'i18n']) },
    },
    { files: ['packages/sim/src/**'], rules: { 'no-restricted-imports': mayImport(['contract', 'domain']) } },
    {
      files: ['apps/portal-server/src/**', 'apps/registry/src/**'],
      rules: { 'no-restricted-imports': mayImport(serverPackages) },
    },
    { files: ['apps/plant-server/src/**'], rules: { 'no-restricted-imports': mayImport(plantPackages) } },
    {
      files: plantLayers.map((layer) => `${plantSource}/${layer}/**`),
      rules: { 'no-restricted-imports': mayImport(plantPackages, aboveLayers) },
    },
    {
      files: [`${plantSource}/features/*/*.ts`],
      rules: { 'no-restricted-imports': mayImport(plantPackages, plantSubject('../'), plantComposition) },
    },
    {
      files: [`${plantSource}/features/*/*/**/*.ts`],
      rules: { 'no-restricted-imports': mayImport(plantPackages, plantSubject('../../'), plantComposition) },
    },
    {
      // The one file of a subject that others may import names what it offers.
      files: ['**/*.public.ts'],
      rules: { 'oxc/no-barrel-file': 'off' },
    },
    {
      files: ['apps/exporter/src/**'],
      rules: { 'no-restricted-imports': mayImport(['contract', 'domain', 'i18n', 'evidence']) },
    },
    {
      files: ['apps/cli/src/**'],
      rules: { 'no-restricted-imports': mayImport(['contract', 'domain', 'i18n', 'evidence', 'imports']) },
    },
    {
      files: ['apps/portal-web/src/*', 'apps/portal-web/src/app/**'],
      rules: { 'no-restricted-imports': mayImport(webPackages, nodeOnly), ...webOutsideLib },
    },
    {
      files: ['apps/portal-web/src/routes/**'],
      rules: { 'no-restricted-imports': mayImport(webPackages, nodeOnly, notUpTo('app')), ...webOutsideLib },
    },
    {
      files: ['apps/portal-web/src/frame/**'],
      rules: { 'no-restricted-imports': mayImport(webPackages, nodeOnly, notUpTo('app', 'routes')), ...webOutsideLib },
    },
    {
      files: ['apps/portal-web/src/features/*/*'],
      rules: {
        'no-restricted-imports': mayImport(
          webPackages,
          nodeOnly,
          notUpTo('app', 'routes', 'frame'),
          otherFeature('../'),
        ),
        ...webOutsideLib,
      },
    },
    {
      files: ['apps/portal-web/src/features/*/*/**'],
      rules: {
        'no-restricted-imports': mayImport(
          webPackages,
          nodeOnly,
          notUpTo('app', 'routes', 'frame'),
          otherFeature('../../'),
        ),
        ...webOutsideLib,
      },
    },
    {
      files: ['apps/portal-web/src/widgets/**'],
      rules: {
        'no-restricted-imports': mayImport(webPackages, nodeOnly, notUpTo('app', 'routes', 'frame', 'features')),
        ...webOutsideLib,
      },
    },
    {
      files: ['apps/portal-web/src/lib/**'],
      rules: {
        'no-restricted-imports': mayImport(
          webPackages,
          nodeOnly,
          notUpTo('app', 'routes', 'frame', 'features', 'widgets'),
        ),
      },
    },
    {
      // `use` is an ordinary word outside React.
      files: ['packages/server-kit/**', 'packages/sim/**', 'apps/*-server/**', 'tools/**', 'bench/**', 'e2e/**'],
      rules: { 'react/rules-of-hooks': 'off' },
    },
    {
      files: ['packages/domain/src/time/**', 'packages/domain/src/time*.ts'],
      rules: { 'no-restricted-globals': 'off' },
    },
    { files: ['**/*.config.ts', '**/*.config.mjs'], rules: { 'import/no-default-export': 'off' } },
    {
      files: ['tools/**', 'bench/**', 'e2e/**', 'apps/cli/**', 'apps/exporter/**', '**/main.ts'],
      rules: { 'no-console': 'off' },
    },
    {
      // Texts and seeds are data in the shape of code; a describe() holds many short tests.
      files: ['packages/i18n/src/**', '**/*.seed.ts', '**/seeds/**'],
      rules: { 'max-lines': 'off', 'max-lines-per-function': 'off' },
    },
    {
      files: ['**/*.test.ts', '**/*.test.tsx', 'e2e/**'],
      rules: {
        'typescript/no-non-null-assertion': 'off',
        'no-restricted-globals': 'off',
        'max-lines-per-function': 'off',
        'no-restricted-imports': 'off',
      },
    },
  ],
  ignorePatterns: ['**/node_modules/**', '**/dist/**', '**/*.gen.ts', 'coverage/**', 'bench/baselines/engines/**'],
});
