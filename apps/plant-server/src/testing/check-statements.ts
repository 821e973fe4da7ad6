// Checks every statement that the tests of a file ran for shapes that a cluster refuses (storage design, part 12), so that a
// statement that only one PostgreSQL can run is found where there is no cluster.
import { loadModule } from 'libpg-query';
import { Client } from 'pg';
import { afterAll } from 'vitest';
import { readDistribution } from '@varco/server-kit/database/distribution.ts';
import { findRefusals } from '@varco/server-kit/testing/cluster/cluster-shapes.ts';
import { listClusterServers } from '@varco/server-kit/testing/test-cluster.ts';
import { PLANT_MIGRATIONS } from '../plant-database.ts';

await loadModule();
const distribution = await readDistribution(...PLANT_MIGRATIONS);

/** Statements of this process with the reasons found, and those of the file that is running that have one. */
interface Statements {
  readonly reasons: Map<string, readonly string[]>;
  readonly refused: Set<string>;
}

const isStatements = (value: unknown): value is Statements =>
  typeof value === 'object' && value !== null && 'reasons' in value;

// This module is loaded for each file, the client once for all files of a process.
const STATEMENTS = Symbol.for('varco.checked-statements');
const statements = watchClient();

function watchClient(): Statements {
  const found: unknown = Reflect.get(Client.prototype, STATEMENTS);
  if (isStatements(found)) return found;
  const added: Statements = { reasons: new Map(), refused: new Set() };
  const run: unknown = Reflect.get(Client.prototype, 'query');
  Object.assign(Client.prototype, {
    [STATEMENTS]: added,
    query(this: Client, ...args: unknown[]): unknown {
      record(added, args[0]);
      return typeof run === 'function' ? Reflect.apply(run, this, args) : undefined;
    },
  });
  return added;
}

function record({ reasons, refused }: Statements, query: unknown): void {
  const text = typeof query === 'string' ? query : isQuery(query) ? query.text : '';
  // A real cluster judges for itself.
  if (distribution === null || text === '' || listClusterServers().length > 0) return;
  if (!reasons.has(text)) reasons.set(text, findRefusals(text, distribution));
  if ((reasons.get(text) ?? []).length > 0) refused.add(text);
}

const isQuery = (value: unknown): value is { readonly text: string } =>
  typeof value === 'object' && value !== null && 'text' in value && typeof value.text === 'string';

afterAll(() => {
  const refused = [...statements.refused].map((text) => `${(statements.reasons.get(text) ?? []).join(', ')}: ${text}`);
  statements.refused.clear();
  if (refused.length > 0) throw new Error(`A cluster refuses these statements.\n${refused.join('\n')}`);
});
