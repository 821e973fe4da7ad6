import type { Page } from '@playwright/test';
import { CasePage } from '../../e2e/pages/case.page.ts';
import { CredentialsPage } from '../../e2e/pages/credentials.page.ts';
import { LoginPage } from '../../e2e/pages/login.page.ts';
import type { World } from '../../e2e/world/world.ts';

const PLATE = 'GA112AB';

interface LookUpShots {
  readonly world: World;
  readonly go: (page: Page, address: string) => Promise<void>;
  readonly shoot: (name: string) => Promise<void>;
}

async function signIn(page: Page, { world, go }: LookUpShots, who: string): Promise<void> {
  const login = new LoginPage(page);
  await login.open();
  await login.fill(world.user(who));
  await login.expectInside();
  await new CasePage(page).stateReason('4471/2026');
  await go(page, '/visure-ministeriali');
}

async function runLookUp(page: Page, name: 'RCA/REV' | 'Libretto' | 'Patente', text: string): Promise<void> {
  const form = page.getByRole('region', { name, exact: true });
  await form.getByRole('textbox').first().fill(text);
  await form.getByRole('button', { name: 'Cerca' }).click();
}

async function choosePlant(page: Page, { world }: LookUpShots): Promise<void> {
  await page.getByRole('combobox', { name: 'Impianto' }).click();
  await page.getByRole('option', { name: world.plant('CES').label, exact: true }).click();
}

/** The confirmation before a paid look-up, its result, and the stored result, at the current width. */
export async function shootLookUps(page: Page, input: LookUpShots, prefix: string): Promise<void> {
  const { go, shoot } = input;
  await signIn(page, input, 'm.ferri');
  await choosePlant(page, input);
  const confirm = page.getByRole('dialog', { name: 'Visura a pagamento' });
  await runLookUp(page, 'Libretto', PLATE);
  await confirm.waitFor();
  await shoot(`${prefix}look-up-paid`);
  await confirm.getByRole('button', { name: /^(Conferma|Nuova) visura a pagamento$/ }).click();
  await page.getByRole('region', { name: 'Carta di circolazione' }).first().waitFor();
  await shoot(`${prefix}look-up-answer`);
  await runLookUp(page, 'Libretto', PLATE);
  await confirm.getByRole('button', { name: 'Visualizza esistente' }).waitFor();
  await shoot(`${prefix}look-up-paid-again`);
  await confirm.getByRole('button', { name: 'Annulla' }).click();
  await go(page, '/visure-ministeriali/history');
  await page
    .getByRole('button', { name: /^Apri la visura/ })
    .first()
    .click();
  await page.getByRole('dialog', { name: 'Risposta conservata' }).waitFor();
  await shoot(`${prefix}look-up-stored`);
}

/** The ministry refuses a plant's credentials: the message for the user, and the view of the plant's administrator. */
export async function shootRefusal(page: Page, input: LookUpShots): Promise<void> {
  const { world, shoot } = input;
  await signIn(page, input, 'amministratore');
  await choosePlant(page, input);
  await fetch(`${world.registry}/v1/faults`, {
    method: 'POST',
    headers: { 'content-type': 'application/json' },
    body: JSON.stringify({ fault: 'refuse', calls: 1 }),
  });
  await runLookUp(page, 'RCA/REV', 'GA119AB');
  const sent = page.getByRole('dialog', { name: 'Visure ministeriali sospese' });
  await sent.waitFor();
  await shoot('look-up-refused');
  await sent.getByRole('button', { name: 'Chiudi' }).last().click();
  const credentials = new CredentialsPage(page);
  await credentials.open();
  await credentials.openAction(world.plant('CES').label, 'Modifica');
  await credentials.dialog.getByRole('button', { name: 'Conferma i dati attuali' }).waitFor();
  await shoot('ministry-access');
  await credentials.dialog.getByRole('button', { name: 'Conferma i dati attuali' }).click();
  await credentials.dialog.getByText('Dati confermati').waitFor();
  await shoot('ministry-access-confirmed');
}
