import fs from 'node:fs';
import path from 'node:path';
import { TOTP } from 'otpauth';
import type { DemoLayout } from './layout.ts';
import { DEMO_PEOPLE } from './people.ts';
import { formatPlainTable, printLine } from './terminal.ts';

/** Content of the ready file, which programs read that waited for the demo. */
interface ReadyFile {
  readonly portal: string;
  readonly mail: string;
  /** The simulated ministry registry; its calls are described under `/api/docs`. */
  readonly registry: string;
  readonly plants: readonly {
    readonly code: string;
    readonly url: string;
    readonly label: string;
    readonly state: string;
  }[];
  readonly users: readonly {
    readonly username: string;
    readonly password: string;
    readonly purpose: string;
    readonly totpSecret?: string;
  }[];
}

function buildReadyFile(layout: DemoLayout): ReadyFile {
  return {
    portal: layout.portalUrl,
    mail: `http://localhost:${layout.mailPort}`,
    registry: `http://127.0.0.1:${layout.registryPort}`,
    plants: layout.plants.map(({ url, sim }) => ({ code: sim.code, url, label: sim.label, state: sim.fault.kind })),
    users: DEMO_PEOPLE.map(({ username, password, purpose, totpSecret }) => ({
      username,
      password,
      purpose,
      ...(totpSecret === undefined ? {} : { totpSecret }),
    })),
  };
}

/** Writes the ready file atomically, so that a waiting program never reads half of it. */
export function writeReadyFile(file: string, layout: DemoLayout): void {
  fs.mkdirSync(path.dirname(file), { recursive: true });
  const draft = `${file}.${process.pid}`;
  fs.writeFileSync(draft, `${JSON.stringify(buildReadyFile(layout), null, 2)}\n`);
  fs.renameSync(draft, file);
}

/** Prints address and users of the running demo. */
export function printReady(layout: DemoLayout, seconds: number): void {
  printLine(`\nVarco is ready after ${seconds.toFixed(1)} s:  ${layout.portalUrl}`);
  printLine(`Mail of the demo: http://localhost:${layout.mailPort}    API: ${layout.portalUrl}/api/docs\n`);
  printLine(
    formatPlainTable(
      ['user', 'password', 'purpose'],
      DEMO_PEOPLE.map((one) => [one.username, one.password, one.purpose]),
    ),
  );
  const withTotp = DEMO_PEOPLE.find((person) => person.totpSecret !== undefined);
  if (withTotp?.totpSecret !== undefined) {
    const code = new TOTP({ secret: withTotp.totpSecret }).generate();
    printLine(`\n  Two-factor secret of ${withTotp.username}: ${withTotp.totpSecret}   (code now: ${code})`);
  }
  printLine('\nCtrl-C stops everything and keeps the data; npm start -- --reset starts over.');
}
