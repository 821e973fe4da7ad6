import { tanstackRouter } from '@tanstack/router-plugin/vite';
import react from '@vitejs/plugin-react';
import { defineConfig } from 'vite';
import { createShellTest } from './shell-modules.ts';

/** The portal server puts a fresh nonce in place of this text in every document it sends (security 2). */
const CSP_NONCE_PLACEHOLDER = 'VARCO_CSP_NONCE';

/** The file that holds all that the first page needs. */
const START_FILE = /\/start-/;

const isShellModule = createShellTest(import.meta.dirname);

export default defineConfig({
  root: import.meta.dirname,
  plugins: [
    // Before the React plugin: it splits route files, and the compiler must see the result.
    tanstackRouter({
      target: 'react',
      autoCodeSplitting: true,
      routesDirectory: './src/routes',
      generatedRouteTree: './src/routeTree.gen.ts',
      quoteStyle: 'single',
      semicolons: true,
      routeFileIgnorePattern: '\\.(test|browser\\.test)\\.',
    }),
    react({ compiler: true }),
  ],
  html: { cspNonce: CSP_NONCE_PLACEHOLDER },
  build: {
    target: 'es2023',
    // Only index.html is built: the gallery is a page of the development server.
    outDir: 'dist',
    assetsDir: 'assets',
    // Nothing is turned into data: addresses: fonts would break `font-src 'self'`.
    assetsInlineLimit: 0,
    // The first file would list what each page loads, six of the 150 kB of the sign-in page. A page finds its own files when it is
    // parsed; only its styles, which must be there before it is drawn, are still named ahead.
    modulePreload: {
      polyfill: false,
      resolveDependencies: (_file, needed, { hostId }) =>
        START_FILE.test(hostId) ? needed.filter((file) => file.endsWith('.css')) : needed,
    },
    sourcemap: false,
    reportCompressedSize: false,
    // Which file holds what, for the check of the budgets (tools/checks/web-budget.ts); files of a dot folder are not served.
    manifest: true,
    // All that the first page needs is one file: nothing waits for a second question, and what must run first (policy, validation
    // without eval) runs in the order of the imports.
    // The first file lists the names of all others: short ones save the sign-in page a kilobyte; the manifest says what each holds.
    rolldownOptions: {
      output: {
        chunkFileNames: ({ name }) => (name === 'start' ? 'assets/start-[hash:7].js' : 'assets/[hash:7].js'),
        // The shell of every page behind the sign-in is one file: as the 50 that its modules shared with sets of screens made, it was 14 kB
        // larger, on every page. What most screens share is one more: otherwise each module shared by another set of screens is a file of its own, and
        // the search loaded 113 of them. Measured: below 30 screens it carries 30 kB that the search does without.
        codeSplitting: {
          groups: [
            { name: 'start', tags: ['$initial'] },
            { name: (id, graph) => (isShellModule(id, graph) ? 'shell' : null) },
            { name: 'common', minShareCount: 40, test: /(packages|apps)\// },
          ],
        },
      },
    },
  },
  server: { strictPort: true },
});
