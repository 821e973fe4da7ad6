import type { Locator } from 'vitest/browser';

/**
 * Types and presses as the browser tells a page of it, without the driver: its own waiting moves a clock that stands still. Only for tests
 * of a delay; everything else uses the driver.
 */
export function typeAtOnce(locator: Locator, text: string): void {
  const input = locator.element();
  if (!(input instanceof HTMLInputElement)) throw new Error('no text field');
  // React looks at what the browser's own setter wrote.
  Object.getOwnPropertyDescriptor(HTMLInputElement.prototype, 'value')?.set?.call(input, text);
  input.dispatchEvent(new Event('input', { bubbles: true }));
}

export function pressAtOnce(locator: Locator): void {
  const element = locator.element();
  if (element instanceof HTMLElement) element.click();
}
