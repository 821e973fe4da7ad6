/** Terminal output of the demo: one line per step, progress on a single rewritten line, a table at the end. */

const isTerminal = (): boolean => process.stdout.isTTY === true;

export const printLine = (text: string): void => console.log(text);

/** Progress of a long step. On a terminal the line is rewritten; in a log a line is printed at each tenth. */
export function createProgress(label: string): (done: number, total: number) => void {
  let lastTenth = -1;
  return (done, total) => {
    const share = total === 0 ? 1 : done / total;
    const tenth = Math.floor(share * 10);
    if (isTerminal()) {
      const bar = '█'.repeat(Math.round(share * 24)).padEnd(24, '░');
      process.stdout.write(`\r${label} ${bar} ${Math.floor(share * 100)} %`);
      if (done >= total) process.stdout.write('\n');
    } else if (tenth > lastTenth) {
      lastTenth = tenth;
      printLine(`${label} ${tenth * 10} %`);
    }
  };
}

/** Formats a plain table; columns are as wide as their longest cell. */
export function formatPlainTable(head: readonly string[], rows: readonly (readonly string[])[]): string {
  const widths = head.map((title, column) => Math.max(title.length, ...rows.map((row) => (row[column] ?? '').length)));
  const line = (cells: readonly string[]): string =>
    `  ${cells.map((cell, column) => cell.padEnd(widths[column] ?? 0)).join('   ')}`.trimEnd();
  return [line(head), line(widths.map((width) => '─'.repeat(width))), ...rows.map(line)].join('\n');
}
