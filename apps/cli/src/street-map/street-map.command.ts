import { mkdtemp, rename, rm, stat } from 'node:fs/promises';
import { basename, dirname, join, resolve } from 'node:path';
import { type Command, type CommandContext, EXIT, type ExitCode } from '../command.ts';
import { withLanguage } from '../language.ts';
import { checkExtract } from './check-extract.ts';
import { convertTiles, NoTilesError } from './convert-tiles.ts';
import { runTilemaker } from './run-tilemaker.ts';

/** Attribution that the licence of the data asks for. */
const ATTRIBUTION = '© OpenStreetMap contributors';
const LAYERS = ['green', 'water', 'buildings', 'streets', 'places'];

/** `varco map`: the archive of streets of one region, from one file of OpenStreetMap data (ADR 0017). */
export const streetMap: Command = {
  words: 'map',
  summary: 'streetMap:summary',
  options: {
    to: { text: 'streetMap:option.to', value: 'FILE' },
    force: { text: 'streetMap:option.force', value: null },
    lang: { text: 'setup:option.lang', value: 'it|en' },
  },
  operands: ['FILE.osm.pbf'],
  async run({ options, operands }, given) {
    const context = withLanguage(given, options);
    const { t, warn } = context;
    const extract = resolve(operands[0] ?? '');
    const target = options['to'] === undefined ? null : resolve(options['to']);
    if (target === null || !target.endsWith('.pmtiles')) {
      warn(t('streetMap:needsTarget'));
      return EXIT.couldNot;
    }
    if (options['force'] !== 'true' && (await stat(target).catch(() => null)) !== null) {
      warn(t('streetMap:exists', { file: target }));
      return EXIT.couldNot;
    }
    const fault = await checkExtract(extract);
    if (fault !== null) {
      warn(t(`streetMap:fault.${fault}`, { file: extract }));
      return EXIT.couldNot;
    }
    return makeArchive(extract, target, context);
  },
};

/** Works in a folder beside the target, so that the finished archive appears at once and nothing else remains. */
async function makeArchive(extract: string, target: string, context: CommandContext): Promise<ExitCode> {
  const { t, warn } = context;
  let folder: string | null = null;
  try {
    folder = await mkdtemp(join(dirname(target), `.${basename(target)}-`));
    return await fillFolder(folder, { extract, target }, context);
  } catch (error) {
    if (context.signal?.aborted === true) warn(t('streetMap:interrupted'));
    else if (error instanceof NoTilesError) warn(t('streetMap:fault.empty', { file: extract }));
    else warn(t('streetMap:failed', { reason: error instanceof Error ? error.message : String(error) }));
    return EXIT.failed;
  } finally {
    if (folder !== null) await rm(folder, { recursive: true, force: true });
    context.progress?.(null);
  }
}

async function fillFolder(
  folder: string,
  { extract, target }: { readonly extract: string; readonly target: string },
  { t, env, print, warn, progress, signal }: CommandContext,
): Promise<ExitCode> {
  const tiles = join(folder, 'tiles.mbtiles');
  const draft = join(folder, 'draft.pmtiles');
  progress?.(t('streetMap:reading'));
  const onProgress = (percent: number): void => progress?.(t('streetMap:writing', { percent }));
  const made = await runTilemaker({ extract, target: tiles, env, signal, onProgress });
  if (made.kind !== 'done') {
    warn(made.kind === 'failed' ? t('streetMap:failed', { reason: made.reason }) : t(`streetMap:${made.kind}`));
    return made.kind === 'missing' ? EXIT.couldNot : EXIT.failed;
  }
  const about = { name: basename(target, '.pmtiles'), attribution: ATTRIBUTION, layers: LAYERS };
  const { tiles: count, bytes, bounds } = await convertTiles({ from: tiles, to: draft, signal, ...about });
  await rename(draft, target);
  const [west, south, east, north] = bounds.map((degree) => degree.toFixed(2));
  const size = (bytes / 1_000_000).toFixed(1);
  print(t('streetMap:done', { file: target, count, size, area: `${south}–${north} N, ${west}–${east} E` }));
  print(t('streetMap:next'));
  return EXIT.ok;
}
