import { createI18n } from '@varco/i18n/create-i18n.ts';
import { afterEach, expect, test } from 'vitest';
import { page, userEvent } from 'vitest/browser';
import { render } from 'vitest-browser-react';
import { TestProviders } from '../../../../test/test-providers.tsx';
import { createPlantSession } from '../../../../test/result-harness.tsx';
import { closeExportDialog, useExportRequest } from '../../../lib/exports/export-request.store.ts';
import { bindTranslator } from '../../../lib/translate.ts';
import { ExportButton } from './ExportButton.tsx';
import { findActiveGroups } from '../filters/filter-groups.ts';
import { findConcernedPlants, toWireFilter } from '../filters/filter-wire.ts';
import { DEFAULT_FILTER, type SearchFilter } from '../search/search-filter.ts';

afterEach(closeExportDialog);

const button = page.getByRole('button', { name: 'Esporta' });
async function open(change: Partial<SearchFilter>): Promise<void> {
  bindTranslator(createI18n('it').t);
  const filter: SearchFilter = { ...DEFAULT_FILTER, period: { kind: 'all' }, ...change };
  const plants = ['Cesena Cintura', 'Forlì Sud'].map((label, at) => createPlantSession(at + 1, 'token', label, 5));
  await render(
    <TestProviders
      screen={() => (
        <ExportButton
          filter={filter}
          active={findActiveGroups(filter).length}
          plants={plants}
          wire={{ concernedPlants: findConcernedPlants, toWireFilter }}
        />
      )}
    />,
  );
}

test('SRCH-10 without an active filter there is nothing to export, by button or by key', async () => {
  await open({});
  await expect.element(button).toBeDisabled();
  await userEvent.keyboard('e');
  expect(useExportRequest.getState().request).toBeNull();
});

test('SRCH-10 with one, the export dialog opens with a filter for each plant', async () => {
  await open({ plate: 'AB123CD', gates: [{ peerId: 2, gateId: 7 }] });
  await userEvent.click(button);
  expect(useExportRequest.getState().request).toMatchObject([
    { peerId: 2, filter: { f_targa: 'AB123CD', f_varchi: [7] } },
  ]);
});
