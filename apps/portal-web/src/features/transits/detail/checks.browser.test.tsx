import type { TransitDetail } from '@varco/contract/plant/transit-detail.ts';
import { expect, test } from 'vitest';
import { page } from 'vitest/browser';
import { render } from 'vitest-browser-react';
import { TestProviders } from '../../../../test/test-providers.tsx';
import { createTransit } from '../../../../test/create-transit.ts';
import { ChecksBlock } from './ChecksBlock.tsx';

const NOW = '2026-11-20T13:30:00.000Z';

function buildDetail(more: Partial<TransitDetail>): TransitDetail {
  return { ...createTransit(1), processed_info: null, days: [], altri: [], ...more };
}

const foundInsurance = (comporto: string | null): TransitDetail['processed_info'] => ({
  visura_effettuata_il: '2026-11-20T08:00:00.000Z',
  dati_assicurazione: { compagnia: 'Polaris', polizza: '77/12', dal: null, al: null, comporto },
  allarme_lista_a1_scntt: false,
  allarme_lista_c_scntt: false,
});

const renderChecks = (transit: TransitDetail) =>
  render(<TestProviders screen={() => <ChecksBlock transit={transit} now={NOW} />} />);

test.each([
  ['2026-11-21', 'Assicurazione: SI, regolare', 'SI'],
  ['2026-11-20', 'Assicurazione: NO, scaduta o assente', 'NO'],
])('ALR-04 insurance of a look-up that ends on %s reads %s', async (ends, name, word) => {
  // The check itself is empty here, so that the only value comes from the look-up.
  await renderChecks(buildDetail({ assicurata: '--', processed_info: foundInsurance(ends) }));
  await expect.element(page.getByRole('img', { name })).toHaveTextContent(word);
  await expect.element(page.getByText('Polaris, 77/12', { exact: false })).toBeVisible();
});

test('ALR-04 without a day the look-up says nothing', async () => {
  await renderChecks(buildDetail({ assicurata: '--', processed_info: foundInsurance(null) }));
  await expect.element(page.getByText('Polaris, 77/12', { exact: false })).toBeVisible();
  expect(page.getByRole('img', { name: /^Assicurazione: (SI|NO)/ }).elements()).toHaveLength(0);
});

test.each([
  ['si', true, 'Regolare da verifica nelle ultime 24 ore'],
  ['si', false, 'Regolare da verifica ministeriale'],
  ['<!>', false, 'Richiesta non effettuata per congestione del servizio'],
  ['--', false, 'Verifica non possibile'],
  ['xx', false, 'Errore interno del servizio'],
  ['<x>', false, 'Licenza RCA/REV non valida'],
] as const)('ALR-06 the check %s (asked earlier: %s) says "%s"', async (value, isEarlier, message) => {
  await renderChecks(
    buildDetail({
      assicurata: value,
      revisionata: 'no',
      processed_info: isEarlier ? foundInsurance('2027-01-01') : null,
    }),
  );
  await expect.element(page.getByText(message)).toBeVisible();
});

test('UIE-01 key and value stand in one list, and a check has the line of its day', async () => {
  await renderChecks(buildDetail({ scadass: '2027-01-31', scadrev: '2026-10-31' }));
  const list = document.querySelector('dl');
  expect(list?.querySelectorAll('dt').length).toBeGreaterThan(4);
  expect(list?.querySelectorAll('dd').length).toBe(list?.querySelectorAll('dt').length);
  await expect.element(page.getByText('scade il 31/01/2027')).toBeVisible();
  await expect.element(page.getByText('scaduta il 31/10/2026')).toBeVisible();
});
