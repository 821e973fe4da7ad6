import { expect, type Locator, type Page } from '@playwright/test';
import type { DemoUser } from '../world/world.ts';

/** Page object of sign-in, its related pages, and sign-out. */
export class LoginPage {
  readonly page: Page;
  readonly username: Locator;
  readonly password: Locator;
  readonly passcode: Locator;
  readonly submit: Locator;

  constructor(page: Page) {
    this.page = page;
    this.username = page.getByLabel('E-mail o nome utente');
    this.password = page.getByLabel('Password', { exact: true });
    this.passcode = page.getByLabel('Codice a due fattori');
    this.submit = page.getByRole('button', { name: 'Accedi' });
  }

  async open(path = '/login'): Promise<void> {
    await this.page.goto(path);
    await expect(this.page.getByRole('heading', { name: 'Accedi al portale' })).toBeVisible();
  }

  async fill(user: Pick<DemoUser, 'username' | 'password'>): Promise<void> {
    await this.username.fill(user.username);
    await this.password.fill(user.password);
    await this.submit.click();
  }

  /** Signs in and waits for the transit list. */
  async signIn(user: DemoUser): Promise<void> {
    await this.open();
    await this.fill(user);
    await this.expectInside();
  }

  /** Waits for the workspace: every plant has responded to the sign-in or failed. */
  async expectInside(): Promise<void> {
    await expect(this.page.getByRole('tab').first()).toBeVisible({ timeout: 40_000 });
  }

  async signOut(): Promise<void> {
    await this.page.getByRole('button', { name: /^Utente / }).click();
    await this.page.getByRole('menuitem', { name: 'Esci' }).click();
    await expect(this.page.getByRole('heading', { name: 'Accedi al portale' })).toBeVisible();
  }
}
