import { registerHooks } from 'node:module';
import type { PlantedFault } from '../planted/planted-fault.ts';
import { plantFault } from '../planted/plant-fault.ts';
import { ROOT_URL } from './repository-path.ts';

const WEB_URLS = [`${ROOT_URL}apps/portal-web/src/`, `${ROOT_URL}tools/sim/web/`];
const TIMERS_URL = new URL('simulated-timers.ts', import.meta.url).href;
const STORAGE_URL = new URL('../web/sim-storage.ts', import.meta.url).href;
const EXPORTS_URL = `${ROOT_URL}apps/plant-server/src/features/exports/`;
const FILES_URL = new URL('simulated-files.ts', import.meta.url).href;
/** Modules of the plant server whose files are simulated. */
const WITH_FILES = new Set(['push-part.ts', 'segment-store.ts'].map((name) => `${EXPORTS_URL}${name}`));
/** Modules of the product that are replaced, with what stands for them. */
const REPLACED: ReadonlyMap<string, string> = new Map([
  [`${EXPORTS_URL}portal-call.ts`, new URL('simulated-portal-call.ts', import.meta.url).href],
  [`${EXPORTS_URL}build-part.ts`, new URL('simulated-build-part.ts', import.meta.url).href],
]);
/** Chunks of a part are a thousand times smaller, so that small parts take several. */
const CHUNKS_URL = `${ROOT_URL}packages/contract/src/portal/export-parts.ts`;
const SMALL_CHUNKS = {
  id: 'small chunks',
  from: 'EXPORT_CHUNK_BYTES = 4 * 1024 * 1024',
  to: 'EXPORT_CHUNK_BYTES = 4 * 1024',
} as const;
/** Modules of the web app that talk to the disk of the browser through WebCrypto, which answers on another thread. */
const STORAGE_PATH = `${ROOT_URL}apps/portal-web/src/lib/storage/encrypted-store.ts`;

/**
 * Prepares how product code is loaded: the web app once for each tab (`?tab=` in the address of its modules), timers of
 * `node:timers/promises` simulated, and the source of one planted fault changed. Nothing is written to the disk.
 */
export function installModuleHooks(fault: PlantedFault | null): void {
  const faultUrl = fault === null ? null : new URL(fault.file, ROOT_URL).href;
  registerHooks({
    resolve(specifier, context, nextResolve) {
      const parent = context.parentURL ?? '';
      const isProduct =
        parent.startsWith(ROOT_URL) && !parent.includes('/node_modules/') && !parent.includes('/tools/');
      if (specifier === 'node:timers/promises' && isProduct)
        return { url: TIMERS_URL, format: 'module-typescript', shortCircuit: true };
      if (specifier === 'node:fs/promises' && WITH_FILES.has(parent))
        return { url: FILES_URL, format: 'module-typescript', shortCircuit: true };
      const result = nextResolve(specifier, context);
      const replaced = isProduct ? REPLACED.get(result.url) : undefined;
      if (replaced !== undefined) return { ...result, url: replaced };
      const tab = /\?tab=\w+$/.exec(parent)?.[0];
      if (result.url === STORAGE_PATH) return { ...result, url: `${STORAGE_URL}${tab ?? ''}` };
      if (tab === undefined || result.url.includes('?') || !WEB_URLS.some((url) => result.url.startsWith(url)))
        return result;
      return { ...result, url: `${result.url}${tab}` };
    },
    load(url, context, nextLoad) {
      const result = nextLoad(url, context);
      if (url === CHUNKS_URL) return { ...result, source: plantFault(SMALL_CHUNKS, String(result.source)) };
      if (fault === null || url.split('?')[0] !== faultUrl) return result;
      return { ...result, source: plantFault(fault, String(result.source)) };
    },
  });
}
