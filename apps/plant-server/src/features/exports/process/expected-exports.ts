/** Somebody looks at an export (its estimate was asked for): what works on exports is begun meanwhile, and the export need not wait for it. */
export class ExpectedExports {
  private isSomeone = false;

  expect(): void {
    this.isSomeone = true;
  }

  /** Whether anybody does since this was asked last. */
  take(): boolean {
    const was = this.isSomeone;
    this.isSomeone = false;
    return was;
  }
}
