/** Remembers that an estimate was requested, so that the export process is started before the export itself is ordered. */
export class ExportStartHint {
  private isExpected = false;

  expect(): void {
    this.isExpected = true;
  }

  /** True when an export was announced since the last call. */
  consume(): boolean {
    const was = this.isExpected;
    this.isExpected = false;
    return was;
  }
}
