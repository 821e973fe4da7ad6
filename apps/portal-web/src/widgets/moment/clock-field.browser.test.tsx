import { createI18n } from '@varco/i18n/create-i18n.ts';
import { type ReactElement, useState } from 'react';
import { beforeEach, expect, test } from 'vitest';
import { page, userEvent } from 'vitest/browser';
import { render } from 'vitest-browser-react';
import { TestProviders } from '../../../test/test-providers.tsx';
import { bindTranslator } from '../../lib/translate.ts';
import { ClockField } from './ClockField.tsx';
import '../../theme/styles.ts';

beforeEach(() => bindTranslator(createI18n('it').t));

/** Values reported by the field, in order. */
const reportedValues: string[] = [];

function StatefulField(props: { usualTime: string | null; value: string; isOptional?: boolean }): ReactElement {
  const [value, setValue] = useState(props.value);
  return (
    <ClockField
      {...props}
      label="Dal"
      value={value}
      onValue={(next) => {
        reportedValues.push(next);
        setValue(next);
      }}
    />
  );
}

async function renderField(field: ReactElement) {
  reportedValues.splice(0);
  await render(<TestProviders screen={() => field} />);
  return page.getByRole('textbox', { name: 'Dal', exact: true });
}

test('a day is typed day first, and reported on every keystroke', async () => {
  const field = await renderField(<StatefulField usualTime={null} value="2026-11-20" />);
  await expect.element(field).toHaveValue('20/11/2026');
  await userEvent.fill(field, '1/9/26');
  expect(reportedValues.at(-1)).toBe('2026-09-01');
  await userEvent.tab();
  await expect.element(field).toHaveValue('01/09/2026');
});

test('a day with a time takes the usual time when none is typed', async () => {
  const field = await renderField(<StatefulField usualTime="00:00" value="2026-11-20T08:30" />);
  await expect.element(field).toHaveValue('20/11/2026 08:30');
  await userEvent.fill(field, '21/11/2026');
  expect(reportedValues.at(-1)).toBe('2026-11-21T00:00');
  await userEvent.fill(field, '21/11/2026 7:05');
  expect(reportedValues.at(-1)).toBe('2026-11-21T07:05');
});

test.for([
  ['31/2/2026', 'Data non leggibile'],
  ['domani', 'Data non leggibile'],
  ['', 'Manca la data'],
])('%s is told as nothing and says why, and stays to be corrected', async ([text = '', why = '']) => {
  const field = await renderField(<StatefulField usualTime="00:00" value="2026-11-20T08:30" />);
  await userEvent.fill(field, text);
  expect(reportedValues.at(-1)).toBe('');
  await expect.element(page.getByText(why)).toBeVisible();
  await userEvent.tab();
  await expect.element(field).toHaveValue(text);
});

test('what is unreadable while it is typed moves nothing', async () => {
  const field = await renderField(<StatefulField usualTime="00:00" value="2026-11-20T08:30" />);
  const root = field.element().closest('.mantine-TextInput-root');
  const place = () => [field.element().getBoundingClientRect().top, root?.getBoundingClientRect().height];
  const before = place();
  await userEvent.fill(field, '2');
  await expect.element(page.getByText('Data non leggibile')).toBeVisible();
  expect(place()).toEqual(before);
});

test('where a day may be left out, an empty field is no fault; a time is', async () => {
  const field = await renderField(<StatefulField usualTime={null} value="2026-11-20" isOptional />);
  await userEvent.clear(field);
  expect(reportedValues.at(-1)).toBe('');
  await expect.element(page.getByText('Manca la data')).not.toBeInTheDocument();
  await userEvent.fill(field, '20/11/2026 08:30');
  expect(reportedValues.at(-1)).toBe('');
  await expect.element(page.getByText('Data non leggibile')).toBeVisible();
});

test('the calendar of the browser picks a day where days are wanted', async () => {
  const field = await renderField(<StatefulField usualTime={null} value="" isOptional />);
  await expect.element(page.getByRole('button', { name: 'Calendario: Dal' })).toBeEnabled();
  const calendar = document.querySelector<HTMLInputElement>('input[type=date]');
  if (calendar === null) throw new Error('no calendar');
  await userEvent.fill(calendar, '2026-10-03');
  await expect.element(field).toHaveValue('03/10/2026');
});
