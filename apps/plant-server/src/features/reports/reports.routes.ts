import * as api from '@varco/contract/plant/reports.ts';
import { parseInstantMs } from '@varco/domain/time/rome.ts';
import { createI18n } from '@varco/i18n/create-i18n.ts';
import { formatDateTime } from '@varco/i18n/format.ts';
import type { Language, Translate } from '@varco/i18n/message-types.ts';
import { loadDangerousGoods } from '@varco/i18n/dangerous-goods.ts';
import { AppError } from '@varco/server-kit/errors/app-error.ts';
import type { CallContext } from '@varco/server-kit/http/call-context.ts';
import { implement } from '@varco/server-kit/http/implement.ts';
import { RATES } from '@varco/server-kit/rate/rate-limiter.ts';
import { checkReason } from '../../context/consultation-reason.ts';
import type { PlantApp } from '../../context/plant-app.ts';
import type { ReportsDeps } from './reports.deps.ts';
import { readPlantSettings, type PlantSettings } from '../../settings/plant-settings.repository.ts';
import { buildTransitScope, type PlantViewer } from '../../auth/plant-viewer.ts';
import { openNamedTransits } from '../approvals/approvals.public.ts';
import { readPicturesOfTransits } from '../media/media.public.ts';
import { readTransitDetail } from '../transits/transits.public.ts';
import { drawListReport } from './list-report.ts';
import type { ReportHeader } from './page-layout.ts';
import { PdfCanvas } from './pdf-canvas.ts';
import { readReportTransits, type ReportRequest } from './report-transits.repository.ts';
import { parseReportLanguage } from './report-language.ts';
import { mapInBatches, PictureReader } from './report-pictures.ts';
import type { DetailedTransit, ListedTransit } from './report-transit.ts';
import { drawSingleReport } from './single-report.ts';

type PlantContext = CallContext<PlantViewer>;
const translators: Readonly<Record<Language, Translate>> = { it: createI18n('it').t, en: createI18n('en').t };

/** PDF reports of transits (T 7.1, readings TA18 and TA19). The print is recorded before the file is returned. */
export function printRoutes(app: PlantApp, deps: ReportsDeps): void {
  implement(app, api.printTransit, async ({ params }, ctx) => {
    const { request } = await prepareReport(deps, ctx, [params.id]);
    const { store, settings, nowMs, signal } = request;
    const scopes = { transit: request.scope, others: buildTransitScope(ctx.viewer) };
    const transit = await readTransitDetail(store, scopes, params.id, settings.retention_days, nowMs, signal);
    const { language, t, head } = buildReportHeader(
      ctx,
      request,
      transit.redacted || transit.targa === '' ? 'one' : { plate: transit.targa },
      1,
      0,
    );
    const paper = new PdfCanvas({ title: head.title, author: head.user, at: new Date(nowMs), language });
    drawSingleReport(
      { paper, t, language, days: toPictureDays(settings), goods: await loadDangerousGoods(language) },
      head,
      await addDetailPictures(deps, request, transit),
    );
    return buildReportResponse(ctx, settings, 'transito', await paper.finish(), [transit], 0);
  });

  implement(app, api.printTransits, async ({ body }, ctx) => {
    const ids = [...new Set(body.ids)];
    const { request, readable } = await prepareReport(deps, ctx, ids);
    const transits = await readReportTransits(request, readable);
    if (transits.length === 0) throw new AppError('not_found');
    const missing = ids.length - transits.length;
    const { language, t, head } = buildReportHeader(ctx, request, 'list', transits.length, missing);
    const listed = await addPictures(deps, request, transits);
    const paper = new PdfCanvas({ title: head.title, author: head.user, at: new Date(request.nowMs), language });
    await drawListReport({ paper, t, language, days: toPictureDays(request.settings) }, head, listed, ctx.signal);
    return buildReportResponse(ctx, request.settings, 'transiti', await paper.finish(), transits, missing);
  });
}

/** `readable`: the ids that may be read, also those that an approval has shown. */
async function prepareReport(
  { store, rates }: ReportsDeps,
  ctx: PlantContext,
  ids: readonly string[],
): Promise<{ readonly request: ReportRequest; readonly readable: readonly string[] }> {
  const settings = await readPlantSettings(store.runner);
  checkReason(ctx.reason, settings);
  const { scope, ids: readable } = await openNamedTransits(store.runner, ctx.viewer, ids, ctx.now());
  await rates.spend(RATES.prints, ctx.viewer.user.uuid, ids.length);
  return { request: { store, scope, settings, nowMs: parseInstantMs(ctx.now()), signal: ctx.signal }, readable };
}

const toPictureDays = (settings: PlantSettings) => ({
  scene: settings.plate_picture_days,
  plate: settings.plate_picture_days,
  context: settings.context_picture_days,
});

function buildReportHeader(
  ctx: PlantContext,
  { settings, scope }: ReportRequest,
  title: 'one' | 'list' | { readonly plate: string },
  count: number,
  missing: number,
): { readonly language: Language; readonly t: Translate; readonly head: ReportHeader } {
  const language = parseReportLanguage(ctx.request.headers['accept-language']);
  const t = translators[language];
  const { reason } = ctx;
  const label = settings.reasons.find((one) => one.code === reason?.code)?.[language] ?? reason?.code ?? '';
  const head: ReportHeader = {
    title: typeof title === 'string' ? t(`print:title.${title}`) : t('detail:title', title),
    plant: settings.label,
    municipality: settings.municipality,
    user: ctx.viewer.user.username,
    group: ctx.viewer.user.group_name,
    at: ctx.now(),
    reason: reason === null ? null : `${label}: ${reason.text}`,
    caseNumber: reason?.case ?? null,
    mark: settings.watermark_text,
    count,
    missing,
    isRedacted: !scope.seesPlates,
  };
  return { language, t, head };
}

async function createPictureReader(
  { pictures }: ReportsDeps,
  { store, scope, settings, nowMs }: ReportRequest,
  ids: readonly string[],
) {
  const found = await readPicturesOfTransits(store.runner, scope, settings, ids, nowMs);
  const byId = new Map(found.map((one) => [one.id, one]));
  const reader = new PictureReader(pictures, { seesPlates: scope.seesPlates, terms: settings, nowMs });
  return { byId, reader };
}

/** A list contains thumbnails: 200 full-size pictures would make the file too large to send. */
async function addPictures(
  deps: ReportsDeps,
  request: ReportRequest,
  transits: readonly ListedTransit['transit'][],
): Promise<readonly ListedTransit[]> {
  const { byId, reader } = await createPictureReader(
    deps,
    request,
    transits.map((one) => one.id),
  );
  return mapInBatches(transits, async (transit) => {
    request.signal.throwIfAborted();
    const of = { ms: parseInstantMs(transit.data), pictures: byId.get(transit.id) };
    const scene = await reader.read(of, 'scene', 't400');
    return { transit, pictures: { scene, plate: await reader.read(of, 'plate', 't400') } };
  });
}

async function addDetailPictures(
  deps: ReportsDeps,
  request: ReportRequest,
  transit: DetailedTransit['transit'],
): Promise<DetailedTransit> {
  const { byId, reader } = await createPictureReader(deps, request, [transit.id]);
  const of = { ms: parseInstantMs(transit.data), pictures: byId.get(transit.id) };
  const [scene, plate, context] = [
    await reader.read(of, 'scene', 'full'),
    await reader.read(of, 'plate', 'full'),
    await reader.read(of, 'context', 'full'),
  ];
  return { transit, pictures: { scene, plate, context } };
}

/**
 * Records the print, then returns the file. Its name contains no plate, because file names remain visible after the files
 * are deleted.
 */
async function buildReportResponse(
  ctx: PlantContext,
  settings: PlantSettings,
  kind: 'transito' | 'transiti',
  bytes: Buffer,
  transits: readonly { readonly id: string; readonly targa: string }[],
  missing: number,
): Promise<api.TransitReport> {
  await ctx.audit({
    outcome: missing === 0 ? 'ok' : 'partial',
    count: transits.length,
    bytes: bytes.length,
    detail: { ids: transits.map((one) => one.id), plates: [...new Set(transits.map((one) => one.targa))], missing },
  });
  const at = formatDateTime(ctx.now()).replaceAll(/\D/g, '');
  const stamp = `${at.slice(4, 8)}${at.slice(2, 4)}${at.slice(0, 2)}-${at.slice(8)}`;
  const code = settings.code.replaceAll(/[^A-Za-z0-9]/g, '');
  return {
    data: bytes.toString('base64'),
    fileName: `${kind}-${code}-${stamp}.pdf`,
    mimeType: 'application/pdf',
    count: transits.length,
    missing,
  };
}
