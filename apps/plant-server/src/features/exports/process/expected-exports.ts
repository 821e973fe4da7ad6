/** Remembers that an estimate was requested, so that the export process is started before the export itself is ordered. */
export class ExpectedExports {
  private isSomeone = false;

  expect(): void {
    this.isSomeone = true;
  }

  /** True when an export was announced since the last call. */
  take(): boolean {
    const was = this.isSomeone;
    this.isSomeone = false;
    return was;
  }
}
