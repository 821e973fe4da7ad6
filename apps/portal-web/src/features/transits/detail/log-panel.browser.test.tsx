import { afterEach, beforeEach, expect, test } from 'vitest';
import { page } from 'vitest/browser';
import { render } from 'vitest-browser-react';
import { buildPlantLoginResponse } from '../../../../test/plant-responses.ts';
import { createCredential, createPlant } from '../../../../test/plant-sessions.ts';
import { TestProviders } from '../../../../test/test-providers.tsx';
import { setReason, useReason } from '../../../lib/case/reason.ts';
import { I18nProvider } from '../../../lib/i18n.tsx';
import { loadMessages, startTranslator, switchLanguage } from '../../../lib/messages.ts';
import { usePlants } from '../../../lib/plants/plant-store.ts';
import { LogPanel } from './LogPanel.tsx';

const UUID = '5a3c0000-0000-4000-8000-000000000016';

beforeEach(() => {
  const plant = createPlant(createCredential({ url: location.origin, uuid: UUID }), {
    login: buildPlantLoginResponse('t', UUID),
  });
  usePlants.setState({ plants: new Map([['c1', plant]]), hasRun: true });
  setReason({ code: 'judicial-police', text: 'ricerca del veicolo', case: '9051/2026' });
});
afterEach(() => {
  usePlants.setState({ plants: new Map(), hasRun: false });
  useReason.setState(useReason.getInitialState());
});

const readEntries = () =>
  page
    .getByRole('listitem')
    .elements()
    .map((entry) => (entry.textContent ?? '').replace(/^[\d:]+/, ''));

test('every entry of the log has the name of its action, in either language, though its page loads no such texts', async () => {
  const translator = await startTranslator('it');
  await loadMessages('screens', 'detail');
  await render(
    <TestProviders
      screen={() => (
        <I18nProvider translator={translator}>
          <LogPanel peerId={1} transitId="7" />
        </I18nProvider>
      )}
    />,
  );
  await expect
    .poll(readEntries)
    .toEqual([
      'Consegna di un’esportazione',
      'Nota su un transito',
      'Apertura di un transito',
      'Ricerca transiti GK5*, 12 risultati',
    ]);
  await switchLanguage('en');
  await expect
    .poll(readEntries)
    .toEqual(expect.arrayContaining(['Note written on a transit', 'Transit search GK5*, 12 results']));
});
