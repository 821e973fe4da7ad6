import { createI18n } from '@varco/i18n/create-i18n.ts';
import type { ReactElement, ReactNode } from 'react';
import { afterEach, describe, expect, test, vi } from 'vitest';
import { page, userEvent } from 'vitest/browser';
import { render } from 'vitest-browser-react';
import { I18nProvider } from '../../lib/i18n.tsx';
import { ThemeProvider } from '../../theme/ThemeProvider.tsx';
import { AlertValue } from '../alert/AlertValue.tsx';
import { CompletenessLine } from '../completeness/CompletenessLine.tsx';
import { SpeedBadge } from '../vehicle/SpeedBadge.tsx';
import type { PlantEntry } from './plant-entry.ts';
import { PlantColumn } from './PlantColumn.tsx';

afterEach(() => void vi.useRealTimers());

function Around(props: { children: ReactNode }): ReactElement {
  return (
    <I18nProvider translator={createI18n()}>
      <ThemeProvider scheme="light">{props.children}</ThemeProvider>
    </I18nProvider>
  );
}

const base: PlantEntry = {
  plantId: '1',
  label: 'Cesena Cintura',
  code: 'CES',
  status: 'online',
  answer: 'received',
  count: 612,
  isSlow: false,
  hasLimitedGates: false,
  maxMinutes: 0,
};

async function column(...plants: Partial<PlantEntry>[]): Promise<(string | null)[]> {
  const chosen: (string | null)[] = [];
  await render(
    <Around>
      <PlantColumn
        plants={plants.map((plant, index) => ({ ...base, plantId: String(index + 1), ...plant }))}
        selected={null}
        onSelect={(plantId) => chosen.push(plantId)}
        total={1284}
        onConfiguration={() => undefined}
      />
    </Around>,
  );
  return chosen;
}

describe('PlantColumn', () => {
  test('WID-10 starts with Tutti, then one entry per plant', async () => {
    const chosen = await column({}, { label: 'Forlì Sud' }, { label: 'Ravenna Porto' });
    await expect.element(page.getByRole('button').first()).toHaveTextContent('Tutti1.284');
    expect(document.querySelectorAll('nav button')).toHaveLength(4);
    await userEvent.click(page.getByRole('button', { name: /Forlì Sud/ }));
    await userEvent.click(page.getByRole('button', { name: /Tutti/ }));
    expect(chosen).toEqual(['2', null]);
  });

  test('a total that some plant has not counted yet is a least, in sight and in words', async () => {
    await render(
      <Around>
        <PlantColumn plants={[base]} selected={null} onSelect={() => undefined} total={1284} isTotalLeast />
      </Around>,
    );
    await expect.element(page.getByText('≥ 1.284')).toHaveAttribute('title', 'almeno 1.284');
  });

  test('says how fresh the newest read of a plant is, and marks one whose cameras are silent', async () => {
    await column(
      { newest: { age: '2 min fa', isSilent: false } },
      { label: 'Forlì Sud', newest: { age: '3 h fa', isSilent: true } },
      { label: 'Ravenna Porto', answer: 'receiving', newest: { age: '9 h fa', isSilent: true } },
    );
    await expect.element(page.getByText('ultima lettura 2 min fa', { exact: true })).toBeVisible();
    await expect.element(page.getByText('ferma: ultima 3 h fa')).toBeVisible();
    expect(document.body.textContent).not.toContain('9 h fa');
  });

  test('a plant that refuses the account says so and why, and is told apart from one that is off', async () => {
    await column(
      { label: 'Cesena' },
      { label: 'Forlì', status: 'refused', refusal: 'utente scaduto' },
      { label: 'Rimini', status: 'offline' },
    );
    await expect.element(page.getByText('ACCESSO RIFIUTATO')).toBeVisible();
    await expect.element(page.getByText('utente scaduto')).toBeVisible();
    await expect.element(page.getByText('OFFLINE')).toBeVisible();
    await expect.element(page.getByRole('button', { name: /Forlì/ })).toBeDisabled();
  });

  test('WID-11 WID-12 shows the search limit and the mark of limited gates only where there are any', async () => {
    await column({ maxMinutes: 2880, hasLimitedGates: true }, { maxMinutes: 90 }, {});
    await expect.element(page.getByText('max 48 h')).toBeVisible();
    await expect.element(page.getByText('max 90 min')).toBeVisible();
    expect(document.body.textContent.match(/max /g)).toHaveLength(2);
    expect(document.body.textContent.match(/Varchi limitati/g)).toHaveLength(1);
  });

  test('WID-13 WID-14 WID-15 in ricezione... with running seconds, the count or dati ricevuti, (in errore)', async () => {
    vi.useFakeTimers({ toFake: ['setInterval', 'clearInterval', 'performance'] });
    await column(
      { answer: 'receiving', count: null, askedAt: performance.now() - 6200 },
      { count: 341 },
      { count: null, maxMinutes: 60 },
      { answer: 'error', count: null, error: { cause: 'Tempo superato', afterSeconds: 30 } },
    );
    await expect.element(page.getByText('in ricezione... 6 s')).toBeVisible();
    vi.advanceTimersByTime(1000);
    await expect.element(page.getByText('in ricezione... 7 s')).toBeVisible();
    await expect.element(page.getByText('341', { exact: true })).toBeVisible();
    await expect.element(page.getByText('dati ricevuti').last()).toBeVisible();
    await expect.element(page.getByText('(in errore) 30 s')).toBeVisible();
  });

  test('WID-16 a slow plant carries lento with its advice, and pressing it does not choose the plant', async () => {
    const chosen = await column({ isSlow: true });
    const mark = page.getByRole('button', { name: 'lento' });
    await userEvent.click(mark);
    await expect
      .element(page.getByRole('tooltip'))
      .toMatchTextContent(/risponde lentamente.*disattivalo nella pagina di configurazione impianti/);
    expect(chosen).toEqual([]);
  });

  test('WID-18 plants are labelled ONLINE, OFFLINE and SENZA PERMESSI, and only the first can be chosen', async () => {
    const chosen = await column(
      {},
      { label: 'Cervia Saline', status: 'offline', answer: 'notAsked', count: null, silentMinutes: 42 },
      { label: 'Santarcangelo', status: 'noPermission', answer: 'notAsked', count: null },
    );
    await expect.element(page.getByText('ONLINE', { exact: true })).toBeVisible();
    await expect.element(page.getByText('OFFLINE · da 42 min')).toBeVisible();
    await expect.element(page.getByText('SENZA PERMESSI')).toBeVisible();
    await expect.element(page.getByRole('button', { name: /Santarcangelo/ })).toBeDisabled();
    expect(chosen).toEqual([]);
  });
});

describe('CompletenessLine', () => {
  test('shows how many queried plants responded, what is missing, and offers a retry', async () => {
    let retries = 0;
    await render(
      <Around>
        <CompletenessLine
          segments={[
            { plantId: '1', label: 'A', state: 'answered' },
            { plantId: '2', label: 'B', state: 'answered' },
            { plantId: '3', label: 'C', state: 'error' },
            { plantId: '4', label: 'D', state: 'notAsked' },
          ]}
          onRetry={() => {
            retries += 1;
          }}
          period="14/11 00:00 – 20/11 23:59"
          answeredAt="14:32:07"
          durationMs={1840}
          range={{ from: 1, to: 50, total: 1284 }}
        />
      </Around>,
    );
    const words = page.getByRole('status').first();
    await expect.element(words).toHaveTextContent('2 impianti su 3 hanno risposto1 in erroreelenco parziale');
    await expect.element(words).toHaveAttribute('aria-live', 'polite');
    await expect.element(page.getByText('1–50 di 1.284')).toBeVisible();
    await expect.element(page.getByText('14/11 00:00 – 20/11 23:59 · 14:32:07 in 1,8 s')).toBeVisible();
    await expect
      .element(
        page.getByRole('img', {
          name: '2 di 3 impianti hanno risposto, 0 in ricezione, 1 in errore, 1 non interrogati',
        }),
      )
      .toBeVisible();
    await userEvent.click(page.getByRole('button', { name: 'Riprova' }));
    expect(retries).toBe(1);
  });

  test('a complete answer says nothing of errors and one plant is spoken of in the singular', async () => {
    await render(
      <Around>
        <CompletenessLine segments={[{ plantId: '1', label: 'A', state: 'answered' }]} onRetry={() => undefined} />
      </Around>,
    );
    await expect.element(page.getByRole('status').first()).toMatchTextContent(/^1 impianto su 1 ha risposto$/);
    expect(document.querySelectorAll('button')).toHaveLength(0);
  });
});

describe('marks', () => {
  test('ALR-03 a short value carries field and whole word as name and tooltip', async () => {
    await render(
      <Around>
        <AlertValue field="assicurata" value="<!>" />
        <AlertValue field="revisionata" value="--" />
      </Around>,
    );
    const congestion = page.getByRole('img', { name: 'Assicurazione: Controllo sospeso per congestione' });
    await expect.element(congestion).toHaveTextContent('CONG.');
    await expect.element(congestion).toHaveAttribute('title');
    await expect.element(page.getByRole('img', { name: 'Revisione: Non controllato' })).toHaveTextContent('—');
  });

  test('UIE-02 speed is red over 70, green at 70', async () => {
    await render(
      <Around>
        <SpeedBadge kmPerHour={71} />
        <SpeedBadge kmPerHour={70} />
      </Around>,
    );
    const colour = (name: string): string => {
      const badge = document.querySelector(`[aria-label="${name}"]`);
      return badge === null ? '' : getComputedStyle(badge).color;
    };
    expect(colour('71 km/h, oltre la soglia di 70')).toBe('rgb(177, 18, 27)');
    expect(colour('70 km/h, entro la soglia di 70')).toBe('rgb(19, 107, 61)');
  });
});
