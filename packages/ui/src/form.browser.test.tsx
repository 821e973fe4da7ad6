import { Checkbox, MantineProvider, TextInput } from '@mantine/core';
import { type ReactElement, useState } from 'react';
import { describe, expect, test } from 'vitest';
import { page, userEvent } from 'vitest/browser';
import { render } from 'vitest-browser-react';
import { FormDialog } from './FormDialog.tsx';
import { FormGrid, FormSet, FormWide } from './FormGrid.tsx';

const LABELS = { submit: 'Save', cancel: 'Cancel', close: 'Close' };

function Harness(props: {
  onEvent: (text: string) => void;
  isDestructive?: boolean;
  error?: string;
  isBusy?: boolean;
}): ReactElement {
  const { onEvent, isDestructive = false, error, isBusy = false } = props;
  const [name, setName] = useState('');
  return (
    <MantineProvider>
      <FormDialog
        title="Group"
        labels={LABELS}
        description="Who belongs to it."
        error={error}
        canSubmit={isDestructive || name !== ''}
        isBusy={isBusy}
        isDestructive={isDestructive}
        onSubmit={() => onEvent(`submit ${name}`)}
        onClose={() => onEvent('close')}
      >
        {!isDestructive && (
          <>
            <TextInput label="Code" value="fixed" readOnly />
            <TextInput label="Name" value={name} onChange={(event) => setName(event.currentTarget.value)} />
          </>
        )}
      </FormDialog>
    </MantineProvider>
  );
}

describe('FormDialog', () => {
  test('begins in the first field that can be typed into, and Enter submits what is complete', async () => {
    const events: string[] = [];
    await render(<Harness onEvent={(text) => events.push(text)} />);
    const name = page.getByRole('textbox', { name: 'Name' });
    await expect.element(name).toHaveFocus();
    await userEvent.keyboard('{Enter}');
    await expect.element(page.getByRole('button', { name: 'Save' })).toBeDisabled();
    await userEvent.type(name, 'North{Enter}');
    expect(events).toEqual(['submit North']);
    await userEvent.keyboard('{Escape}');
    expect(events).toEqual(['submit North', 'close']);
  });

  test('begins at cancel when it destroys something, and its refusal is announced', async () => {
    const events: string[] = [];
    await render(<Harness onEvent={(text) => events.push(text)} isDestructive error="In use at two plants." />);
    await expect.element(page.getByRole('button', { name: 'Cancel' })).toHaveFocus();
    await expect.element(page.getByRole('alert')).toMatchTextContent('In use at two plants.');
    await userEvent.click(page.getByRole('button', { name: 'Save' }));
    expect(events).toEqual(['submit ']);
  });

  test('gives the focus back to what had it', async () => {
    const opener = (isOpen: boolean) => (
      <MantineProvider>
        <button type="button">Opener</button>
        {isOpen && (
          <FormDialog title="Group" labels={LABELS} onSubmit={() => undefined} onClose={() => undefined}>
            <TextInput label="Name" />
          </FormDialog>
        )}
      </MantineProvider>
    );
    const screen = await render(opener(false));
    const button = page.getByRole('button', { name: 'Opener' });
    await userEvent.click(button);
    await screen.rerender(opener(true));
    await expect.element(page.getByRole('textbox', { name: 'Name' })).toHaveFocus();
    await screen.rerender(opener(false));
    await expect.element(button).toHaveFocus();
  });

  test('does not submit twice while it is busy', async () => {
    const events: string[] = [];
    await render(<Harness onEvent={(text) => events.push(text)} isBusy />);
    await userEvent.type(page.getByRole('textbox', { name: 'Name' }), 'North{Enter}');
    expect(events).toEqual([]);
  });
});

describe('FormGrid', () => {
  test('aligns controls side by side, whatever stands above and below them', async () => {
    await page.viewport(1280, 800);
    await render(
      <MantineProvider>
        <FormGrid columns={3}>
          <TextInput label="Plain" />
          <TextInput label="Explained" description="Two words" error="Too short" />
          <Checkbox label="Ticked" />
          <FormWide>
            <FormSet title="Set">
              <TextInput label="Inside" />
            </FormSet>
          </FormWide>
        </FormGrid>
      </MantineProvider>,
    );
    const middleOf = (element: Element): number => {
      const { top, height } = element.getBoundingClientRect();
      return top + height / 2;
    };
    const plain = page.getByRole('textbox', { name: 'Plain' }).element();
    const explained = page.getByRole('textbox', { name: 'Explained' }).element();
    expect(plain.getBoundingClientRect().top).toBeCloseTo(explained.getBoundingClientRect().top, 0);
    expect(Math.abs(middleOf(page.getByRole('checkbox').element()) - middleOf(plain))).toBeLessThan(3);
    const set = page.getByRole('group', { name: 'Set' }).element();
    expect(set.getBoundingClientRect().top).toBeGreaterThan(explained.getBoundingClientRect().bottom);
  });

  test('has one column on a narrow window', async () => {
    await page.viewport(390, 844);
    await render(
      <MantineProvider>
        <FormGrid columns={2}>
          <TextInput label="One" />
          <TextInput label="Two" />
        </FormGrid>
      </MantineProvider>,
    );
    const [one, two] = ['One', 'Two'].map((name) => page.getByRole('textbox', { name }).element());
    expect(one?.getBoundingClientRect().left).toBe(two?.getBoundingClientRect().left);
    await page.viewport(1280, 800);
  });
});
