import { spawn } from 'node:child_process';
import { mkdtemp, readFile, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { searchTransits } from '@varco/contract/plant/transits.ts';
import { createJobReport } from '@varco/server-kit/jobs/job-report.ts';
import { type RunningJobs, startJobs } from '@varco/server-kit/jobs/start-jobs.ts';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { INGEST_KEYS } from '../../testing/ingest-keys.ts';
import { createCommitHandler } from './commit-job.ts';
import { REASON, startTestPlant, type TestPlant } from '../../testing/test-plant.ts';

let plant: TestPlant;
let jobs: RunningJobs;
let folder: string;
let address: string;
beforeAll(async () => {
  plant = await startTestPlant({ ingestKeys: Object.values(INGEST_KEYS) });
  const report = createJobReport(plant.deps.log);
  jobs = startJobs({ pool: plant.pool, report, handlers: [createCommitHandler(plant.deps)] });
  folder = await mkdtemp(join(tmpdir(), 'varco-import-'));
  address = await plant.app.listen({ host: '127.0.0.1', port: 18_802 });
  await writeFile(join(folder, 'key'), `${INGEST_KEYS.loader.key}\n`);
});
afterAll(async () => {
  await jobs.stop();
  await plant.close();
  await rm(folder, { recursive: true });
});

const MAIN = join(import.meta.dirname, '../../../../cli/src/main.ts');

/** Runs the command in its own process, as a user does; `interrupt` sends Ctrl-C when that text is printed. */
function varco(args: readonly string[], interrupt?: string): Promise<{ code: number | null; said: string }> {
  return new Promise((resolve) => {
    const child = spawn(process.execPath, [MAIN, ...args], { env: { ...process.env, VARCO_LANG: 'it' } });
    let said = '';
    const hear = (chunk: Buffer): void => {
      said += chunk.toString();
      if (interrupt !== undefined && said.includes(interrupt)) child.kill('SIGINT');
    };
    child.stdout.on('data', hear);
    child.stderr.on('data', hear);
    child.on('close', (code) => resolve({ code, said }));
  });
}
const importFile = (name: string, ...more: string[]) =>
  varco(['import', join(folder, name), '--plant', address, '--key-file', join(folder, 'key'), ...more]);
const save = (name: string, text: string, encoding: BufferEncoding = 'utf8') =>
  writeFile(join(folder, name), text, encoding);
const count = async (where = 'true'): Promise<number> =>
  (await plant.pool.query<{ n: number }>(`select count(*)::int as n from transit where ${where}`)).rows[0]?.n ?? -1;

test('an Italian export in its odd form: semicolons, Latin-1, two columns for the time, decimal commas; 100 000 reads', async () => {
  const rows = Array.from({ length: 100_000 }, (_, i) => {
    const at = new Date(Date.UTC(2026, 9, 20) + i * 20_000);
    const two = (n: number): string => String(n).padStart(2, '0');
    const day = `${two(at.getUTCDate())}/${two(at.getUTCMonth() + 1)}/${at.getUTCFullYear()}`;
    const clock = `${two(at.getUTCHours())}.${two(at.getUTCMinutes())}.${two(at.getUTCSeconds())}`;
    return `${i};"TE ${String(i % 30_000).padStart(5, '0')}";${day};${clock};Località Ponte Nuovo ${i % 7};${44 + (i % 7) / 100};12,2${i % 7};${40 + (i % 60)},5;Grigio;ITALIA`.replace(
      /;44\.(\d+);/,
      ';44,$1;',
    );
  });
  const header = 'Progressivo;Targa;Data;Ora;Località / Varco;Latitudine;Longitudine;Velocità (km/h);Colore;Nazione';
  await save('letture.csv', [header, ...rows].join('\r\n'), 'latin1');
  const first = await importFile('letture.csv', '--yes', '--create-gates', '--map', 'gate=Località / Varco');
  expect(first.said).toContain('Codifica latin1, separatore ;, orari: giorno/mese/anno.');
  expect(first.said).toContain('Righe 100.000: registrate 100.000, già presenti 0, rifiutate 0.');
  expect(first.code).toBe(0);
  const found = await plant.call(searchTransits, { body: { f_targa: 'TE00007' } }, 'operatore', REASON);
  expect(found.body).toMatchObject({
    objects: [{ varco: 'Località Ponte Nuovo 1', colore: 'grey', nazione: 'I', gps_lat: 44.01 }, {}, {}, {}],
  });
  const again = await importFile('letture.csv', '--yes', '--create-gates', '--map', 'gate=Località / Varco');
  expect(again).toMatchObject({ code: 0 });
  expect(again.said).toContain('già stato importato');
  expect(await count()).toBe(100_000);
}, 240_000);

test('the public form of Oakland, month first and quoted, with titles nobody here knows: --map names them', async () => {
  const rows = Array.from({ length: 600 }, (_, i) => {
    const [hour, two] = [i % 12, (n: number): string => String(n).padStart(2, '0')];
    return `"OK${two(i % 50)}LND","11/${two(1 + (i % 18))}/2026 ${two(hour === 0 ? 12 : hour)}:${two(i % 60)}:${two(i % 59)} ${i < 300 ? 'AM' : 'PM'}","(37.7${i % 9}, -122.26)"`;
  });
  // More refused lines than a stream may have listeners, without a warning from Node.
  const bad = Array.from(
    { length: 4000 },
    (_, i) => `"","11/01/2026 12:00:00 AM","(37.7${i % 9}, -122.26) ${'x'.repeat(60)}"`,
  );
  await save('alpr.csv', ['"red_VRM","red_Timestamp","Location 1"', ...rows, ...bad].join('\n'));
  const map = ['--map', 'plate=red_VRM,time=red_Timestamp', '--map', 'gate=Location 1'];
  const done = await importFile('alpr.csv', '--yes', '--create-gates', ...map);
  expect(done.said).toContain('orari: mese/giorno/anno');
  expect(done.said).toContain('Righe 4.600: registrate 600, già presenti 0, rifiutate 4.000.');
  expect(done.said).not.toContain('Warning');
  expect(done.code).toBe(1);
  const found = await plant.call(searchTransits, { body: { f_targa: 'OK07*' } }, 'operatore', REASON);
  expect(found.body).toMatchObject({
    pagination: { count: 12 },
    objects: [{ targa: 'OK07LND' }, ...Array(11).fill({})],
  });
  expect((await importFile('alpr.csv', '--yes', '--gate', 'a', '--gate', 'b')).code).toBe(2);
  await save('either.csv', 'targa,data,varco\nOK99LND,11/10/2026 10:00,Porta Fiume\n');
  expect((await importFile('either.csv', '--dry-run')).said).toContain(
    'Se venga prima il giorno o il mese non si capisce',
  );
});

test('each bad line is reported with its number and reason, and kept in a file; the good ones are stored', async () => {
  await save(
    'misto.csv',
    [
      'plate,timestamp,camera,speed',
      'GO001OD,2026-11-10T10:00:00+01:00,Porta Fiume,50',
      ',2026-11-10T10:00:00+01:00,Porta Fiume,50',
      'GO002OD,ieri,Porta Fiume,50',
      'GO003OD,2026-11-31T10:00:00+01:00,Porta Fiume,50',
      'GO004OD,2026-11-10T10:00:00+01:00,,50',
      'GO005OD,2026-11-10T10:00:00+01:00,Porta Fiume,900',
      'GO006OD,2099-11-10T10:00:00+01:00,Porta Fiume,50',
      '=cmd|calc,2026-11-10T10:00:00+01:00,Porta Fiume,50',
      'GO007OD,2026-11-10T10:00:00+01:00,Altrove,50',
      'GO008OD,2026-11-10 10:00:05,1,',
    ].join('\n'),
  );
  const done = await importFile('misto.csv', '--yes');
  expect(done.code).toBe(1);
  for (const text of [
    'riga 3: manca la targa',
    'riga 4: data o ora illeggibile o inesistente',
    'riga 5: data o ora illeggibile o inesistente',
    'riga 6: manca il varco',
    'riga 7: valore non valido: speed',
    'riga 8: nel futuro',
    'riga 9: targa illeggibile',
    'riga 10: varco sconosciuto',
    'Righe 10: registrate 2, già presenti 0, rifiutate 8.',
  ])
    expect(done.said).toContain(text);
  const refused = await readFile(join(folder, 'misto.csv.refused.csv'), 'utf8');
  expect(refused.split('\r\n')).toHaveLength(9);
  expect(refused).toContain(`;'=cmd|calc;`);
  expect(await count(`plate like 'GO%'`)).toBe(2);
});

test.each([
  ['no-plate.csv', 'a,b\n1,2\n', 'Nessuna colonna sembra la targa'],
  ['no-time.csv', 'targa,varco\nAA000AA,x\n', 'Nessuna colonna sembra data e ora'],
  ['empty.csv', '', 'Il file è vuoto'],
  ['absurd.csv', 'targa,data,varco\nAA000AA,domani,x\n', 'Non si capisce come sono scritti gli orari'],
])('%s: said in plain words, nothing imported', async (name, text, message) => {
  await save(name, text);
  const before = await count();
  const done = await importFile(name, '--yes');
  expect(done).toMatchObject({ code: 2, said: expect.stringContaining(message) });
  expect(await count()).toBe(before);
});

test('a wrong key, no plant, no terminal and a missing file are told apart', async () => {
  await save('one.csv', 'targa,data,varco\nAA000AA,2026-11-10 10:00,Porta Fiume\n');
  await save('wrong-key', 'w'.repeat(43));
  const run = (...args: string[]) => varco(['import', join(folder, 'one.csv'), ...args]);
  const key = ['--key-file', join(folder, 'key')];
  expect((await run('--plant', address, '--key-file', join(folder, 'wrong-key'), '--yes')).said).toContain(
    'non accetta la chiave',
  );
  expect((await run(...key, '--yes')).said).toContain('--plant');
  expect((await importFile('one.csv')).said).toContain('--yes');
  expect((await importFile('none.csv', '--yes')).said).toContain('non c’è');
  expect(await importFile('one.csv', '--dry-run')).toMatchObject({ code: 0, said: expect.stringContaining('1 buone') });
  expect(await count(`plate = 'AA000AA'`)).toBe(0);
});
