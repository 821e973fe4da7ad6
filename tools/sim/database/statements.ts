import { runAlertStatement } from './alert-statements.ts';
import { runExportStatement } from './export-statements.ts';
import { runLogStatement } from './log-statements.ts';
import { runLookUpStatement } from './look-up-statements.ts';
import { runReadStatement } from './read-statements.ts';
import type { SimDatabase } from './sim-database.ts';

/** Answers one kind of statements from the tables; null: not one of them. */
export type StatementGroup = (
  database: SimDatabase,
  name: string,
  text: string,
  values: readonly unknown[],
) => readonly object[] | null;

const GROUPS: readonly StatementGroup[] = [
  runReadStatement,
  runAlertStatement,
  runLookUpStatement,
  runLogStatement,
  runExportStatement,
];

/** Runs a statement of the product on the tables. Throws for one that the simulator does not know. */
export function runStatement(
  database: SimDatabase,
  name: string,
  text: string,
  values: readonly unknown[],
): readonly object[] {
  for (const group of GROUPS) {
    const rows = group(database, name, text, values);
    if (rows !== null) return rows;
  }
  throw new Error(`unknown statement ${name}: ${text.slice(0, 120)}`);
}
