import { expect, type Locator, type Page } from '@playwright/test';
import { TOTP } from 'otpauth';

type Section = 'Profilo' | 'Sicurezza' | 'Due fattori' | 'Copia delle credenziali' | 'Sessioni' | 'Aspetto e lingua';

/** Page object of the settings and their sections. */
export class SettingsPage {
  readonly page: Page;
  readonly password: Locator;
  readonly code: Locator;

  constructor(page: Page) {
    this.page = page;
    this.password = page.getByLabel('Password attuale', { exact: true });
    this.code = page.getByLabel(/^Codice dell’app/);
  }

  async open(section: Section): Promise<void> {
    await this.page.getByRole('button', { name: /^Utente / }).click();
    await this.page.getByRole('menuitem', { name: 'Impostazioni' }).click();
    await this.page.getByRole('tab', { name: section }).click();
  }

  button(name: string): Locator {
    return this.page.getByRole('button', { name, exact: true });
  }

  /** Switches two-factor authentication on; returns the secret and the recovery codes shown to the user. */
  async switchTwoFactorOn(password: string): Promise<{ secret: string; codes: readonly string[] }> {
    await this.password.fill(password);
    await this.button('Inizia').click();
    await expect(this.page.getByRole('img', { name: 'Codice QR per l’app di autenticazione' })).toBeVisible();
    const secret = ((await this.page.locator('code').textContent()) ?? '').replaceAll(' ', '');
    await this.code.fill('000000');
    await this.button('Verifica').click();
    await expect(this.page.getByText('Codice non verificato.')).toBeVisible();
    await this.code.fill(new TOTP({ secret }).generate());
    await this.button('Verifica').click();
    await this.button('Attiva').click();
    await expect(this.page.getByRole('heading', { name: 'Codici di recupero' })).toBeVisible();
    return { secret, codes: await this.page.locator('ol li').allTextContents() };
  }
}
