import { createI18n } from '@varco/i18n/create-i18n.ts';
import { afterEach, expect, test } from 'vitest';
import { page, userEvent } from 'vitest/browser';
import { render } from 'vitest-browser-react';
import { ApiError } from '../../lib/api/api-error.ts';
import { clearClientLog } from '../../lib/client-log/client-log.store.ts';
import { I18nProvider } from '../../lib/i18n.tsx';
import { notifyError } from '../../lib/notices/notify-error.ts';
import { bindTranslator } from '../../lib/translate.ts';
import { ThemeProvider } from '../../theme/ThemeProvider.tsx';
import { ClientLogScreen } from './ClientLogScreen.tsx';

const translator = createI18n();
bindTranslator(translator.t);
afterEach(clearClientLog);

test('CLOG-04 CLOG-01 an error that was shown stands on the page, newest first, and can be exported and cleared', async () => {
  await render(
    <I18nProvider translator={translator}>
      <ThemeProvider scheme="light">
        <ClientLogScreen />
      </ThemeProvider>
    </I18nProvider>,
  );
  const button = page.getByRole('button', { name: 'Esporta' });
  await expect.element(button).toBeDisabled();
  notifyError(new ApiError({ code: 'internal', status: 500, host: 'cesena.example' }));
  notifyError(new ApiError({ code: 'db_err', status: 500, host: 'forli.example' }));
  const rows = page.getByRole('table', { name: 'Errori mostrati' }).getByRole('row');
  await expect.element(rows.nth(1)).toMatchTextContent(/forli\.example: Errore della base dati\./);
  await expect.element(rows.nth(2)).toMatchTextContent(/code: internal, status: 500/);
  await expect.element(button).toBeEnabled();
  await userEvent.click(page.getByRole('button', { name: 'Svuota' }));
  await expect.element(page.getByRole('heading', { name: 'Nessun errore registrato' })).toBeVisible();
});
