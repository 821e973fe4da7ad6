import { estimateExport, ExportEstimate, fetchExportPart, getExportPart } from '@varco/contract/plant/exports.ts';
import type { ExportedFilter } from '@varco/contract/plant/exported-filter.ts';
import { injectJson } from '@varco/server-kit/testing/inject-json.ts';
import { afterAll, beforeAll, expect, it } from 'vitest';
import {
  delegateTestExport,
  parsePart,
  processAllJobs,
  storeExportReads,
  verifyTestExport,
} from '../../testing/export-fixture.ts';
import { REASON, startTestPlant, type TestPlant } from '../../testing/test-plant.ts';

let plant: TestPlant;
beforeAll(async () => {
  plant = await startTestPlant({}, { renewsTokens: true });
  await storeExportReads(plant, 60, 0);
}, 60_000);
afterAll(() => plant.close());

const CONTENTS = { without_images: true, with_context_images: false, watermark_tag: '' };

// The user sees gates 1 and 3 only.
it.each<[ExportedFilter, boolean, readonly string[]]>([
  [{}, true, ['gates']],
  [{ f_varchi: [1] }, true, []],
  [{ f_startTime: '2024-01-01T00:00:00.000Z' }, false, ['retention', 'gates']],
])('a part is complete against what was asked: filter %j', async (filter, isWhole, limitations) => {
  const estimate = await plant.call(estimateExport, { body: { filter, ...CONTENTS } }, 'limitato', REASON);
  expect(ExportEstimate.parse(estimate.body).limitations).toEqual(limitations);
  const { guid, jwt, push } = await delegateTestExport(plant, { filter, user: 'limitato' });
  await push();
  await processAllJobs(plant);
  const params = { guid };
  const state = parsePart(await injectJson(plant.app, getExportPart, { params }, { token: jwt }));
  expect(state.complete).toBe(isWhole);
  const { bytes } = await injectJson(plant.app, fetchExportPart, { params }, { token: jwt });
  const { found, text } = await verifyTestExport(plant, bytes);
  expect(found.parts[0]?.manifest?.completeness).toMatchObject({ whole: isWhole, limitations });
  const summary = text('riepilogo.html');
  expect(summary.includes('nel file c’è tutto ciò che i filtri chiedono')).toBe(isWhole);
  expect(summary.includes('vede solo alcuni varchi')).toBe(limitations.includes('gates'));
});
