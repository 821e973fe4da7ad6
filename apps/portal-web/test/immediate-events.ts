import type { Locator } from 'vitest/browser';

/**
 * Types and clicks by dispatching DOM events instead of the test driver, whose own waiting would advance a fake clock.
 * Only for tests of a delay; all other tests use the driver.
 */
export function typeAtOnce(locator: Locator, text: string): void {
  const input = locator.element();
  if (!(input instanceof HTMLInputElement)) throw new Error('no text field');
  // Uses the native setter, because React detects only changes made through it.
  Object.getOwnPropertyDescriptor(HTMLInputElement.prototype, 'value')?.set?.call(input, text);
  input.dispatchEvent(new Event('input', { bubbles: true }));
}

export function pressAtOnce(locator: Locator): void {
  const element = locator.element();
  if (element instanceof HTMLElement) element.click();
}
