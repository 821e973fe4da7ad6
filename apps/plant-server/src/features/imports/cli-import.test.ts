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
  address = await plant.app.listen({ host: '127.0.0.1', port: 0 });
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
    (_, i) => `"A<b>","11/01/2026 12:00:00 AM","(37.7${i % 9}, -122.26) ${'x'.repeat(60)}"`,
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
    'Senza targa: 1.',
    'riga 4: data o ora illeggibile o inesistente',
    'riga 5: data o ora illeggibile o inesistente',
    'riga 6: manca il varco',
    'riga 7: valore non valido: speed',
    'riga 8: nel futuro',
    'riga 9: targa illeggibile',
    'riga 10: varco sconosciuto',
    'Righe 10: registrate 3, già presenti 0, rifiutate 7.',
  ])
    expect(done.said).toContain(text);
  const refused = await readFile(join(folder, 'misto.csv.refused.csv'), 'utf8');
  expect(refused.split('\r\n')).toHaveLength(9);
  expect(refused.split('\r\n')[0]).toBe('riga;codice;motivo;plate;timestamp;camera;speed');
  // The same file again is not read, and the list of its refused lines stays.
  expect((await importFile('misto.csv', '--yes')).said).toContain('già stato importato');
  expect(await readFile(join(folder, 'misto.csv.refused.csv'), 'utf8')).toBe(refused);
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

test('words for "not read" become passages without a plate and never a plate', async () => {
  const words = ['NOPLATE', 'non letta', '0000000', '-----', 'UNKNOWN'];
  const lines = words.map((word, at) => `${word};2026-11-19 10:00:0${at};Porta Fiume`);
  await save(
    'nonlette.csv',
    ['plate;timestamp;camera', 'CL009NP;2026-11-19 10:00:09;Porta Fiume', ...lines].join('\n'),
  );
  const { said } = await importFile('nonlette.csv', '--yes', '--create-gates');
  expect(said).toContain('Righe 6: registrate 6, già presenti 0, rifiutate 0.');
  expect(await count(`plate = any ('{NOPLATE,NONLETTA,0000000,UNKNOWN}')`)).toBe(0);
  expect(said).toContain('Senza targa: 5.');
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

/** The form of a public file of a police force: titles of programs, dashes between date and time. */
const POLICE_LINES = Array.from(
  { length: 3_000 },
  (_, i) => `PO${String(i).padStart(4, '0')}CE,10/10/2026 - ${String(i % 24).padStart(2, '0')}:30:51,Porta Fiume`,
);
const readTimesOf = async (plate: string): Promise<readonly string[]> => {
  const { rows } = await plant.pool.query<{ at: string }>(
    `select to_char(ts at time zone 'UTC', 'YYYY-MM-DD"T"HH24:MI:SS"Z"') as at from transit where plate = $1 order by ts`,
    [plate],
  );
  return rows.map(({ at }) => at);
};

test('a full pattern is the whole pattern; the same file is understood without it too', async () => {
  await save('polizia.csv', ['lpn,dt,site', ...POLICE_LINES].join('\n'));
  const wrong = await importFile('polizia.csv', '--dry-run', '--time-format', 'dd/mm/yyyy hh:mm');
  expect(wrong).toMatchObject({ code: 2, said: expect.stringContaining('non hanno la forma di --time-format') });
  expect(wrong.said).toContain('10/10/2026 - 00:30:51');
  const unknown = await importFile('polizia.csv', '--dry-run', '--time-format', 'gg/mm/aaaa');
  expect(unknown).toMatchObject({ code: 2, said: expect.stringContaining('Non si capisce --time-format') });
  const done = await importFile('polizia.csv', '--yes', '--time-format', 'dd/mm/yyyy - hh:mm:ss');
  expect(done.said).toContain('orari: dd/mm/yyyy - hh:mm:ss.');
  expect(done.said).toContain('Gli orari senza fuso sono di Europe/Rome.');
  expect(done.said).toContain('Righe 3.000: registrate 3.000, già presenti 0, rifiutate 0.');
  expect(await readTimesOf('PO0016CE')).toEqual(['2026-10-10T14:30:51Z']);
  await save('polizia-13.csv', ['lpn,dt,site', 'PO9999CE,13/10/2026 - 16:30:51,Porta Fiume'].join('\n'));
  expect((await importFile('polizia-13.csv', '--yes')).said).toContain('registrate 1,');
  expect(await readTimesOf('PO9999CE')).toEqual(['2026-10-13T14:30:51Z']);
}, 60_000);

test('a title in UTC is UTC, a declared zone counts more; the skipped hour is refused, the repeated one is the first', async () => {
  const lines = (plate: string) =>
    [
      'lpn,timestamp_utc,site',
      `${plate},2026-10-25 02:30:00,Porta Fiume`,
      `${plate},2026-03-29 02:30:00,Porta Fiume`,
    ].join('\n');
  await save('utc.csv', lines('ZO001NE'));
  const utc = await importFile('utc.csv', '--yes');
  expect(utc.said).toContain('Gli orari senza fuso sono di UTC.');
  // In UTC the time in March exists; the plant no longer keeps it.
  expect(utc.said).toContain('riga 3: più vecchia di quanto l’impianto conserva');
  expect(await readTimesOf('ZO001NE')).toEqual(['2026-10-25T02:30:00Z']);
  await save('roma.csv', lines('ZO002NE'));
  const rome = await importFile('roma.csv', '--yes', '--timezone', 'Europe/Rome');
  expect(rome.said).toContain('riga 3: data o ora illeggibile o inesistente');
  expect(await readTimesOf('ZO002NE')).toEqual(['2026-10-25T00:30:00Z']);
  expect(await importFile('roma.csv', '--dry-run', '--timezone', 'Europe/Atlantide')).toMatchObject({ code: 2 });
});

test('a trial refuses what an import would, keeps those lines in a file that can be corrected and imported, and stores nothing', async () => {
  const staged = async (): Promise<number> =>
    (await plant.pool.query<{ n: number }>('select count(*)::int as n from import_read')).rows[0]?.n ?? -1;
  await save(
    'prova.csv',
    [
      'targa;data;varco',
      'TR001IA;2026-11-10 10:00;Porta Fiume',
      'TR002IA;2026-11-10 10:00;Mai Visto',
      'TR003IA;2031-11-10 10:00;Porta Fiume',
      'TR004IA;boh;Porta Fiume',
    ].join('\n'),
  );
  const [before, stagedBefore] = [await count(), await staged()];
  const trial = await importFile('prova.csv', '--dry-run');
  expect(trial.code).toBe(1);
  for (const text of ['riga 3: varco sconosciuto', 'riga 4: nel futuro', 'riga 5: data o ora illeggibile', '1 buone'])
    expect(trial.said).toContain(text);
  expect(trial.said).toContain('prova.csv.refused.csv');
  expect([await count(), await staged()]).toEqual([before, stagedBefore]);
  const refused = join(folder, 'prova.csv.refused.csv');
  const kept = await readFile(refused, 'utf8');
  expect(kept.split('\r\n')).toHaveLength(5);
  await writeFile(
    refused,
    kept
      .replace('Mai Visto', 'Porta Fiume')
      .replace('2031-', '2026-')
      .replace(/(?<=;)boh(?=;)/, '2026-11-10 10:00'),
  );
  expect((await importFile('prova.csv.refused.csv', '--yes')).said).toContain('registrate 3,');
  // A later run of a repaired file leaves no old list of refused lines behind.
  await save('prova.csv', 'targa;data;varco\nTR001IA;2026-11-10 10:00;Porta Fiume\n');
  expect(await importFile('prova.csv', '--dry-run')).toMatchObject({ code: 0 });
  await expect(readFile(refused)).rejects.toThrow('ENOENT');
});

test('hostile files: mixed encodings, NULs, formulas, a huge line and open quotes store what is good or nothing', async () => {
  const mixed = Buffer.concat([
    Buffer.from('targa;data;varco\nMX001ED;2026-11-10 10:00;Località Ponte\n'),
    Buffer.from('MX002ED;2026-11-10 10:00;Localit\xe0 Ponte\n', 'latin1'),
  ]);
  await writeFile(join(folder, 'mista.csv'), mixed);
  const both = await importFile('mista.csv', '--yes', '--create-gates');
  expect(both.said).toContain('ognuna è letta per quello che è');
  expect(both.said).toContain('Varchi creati: Località Ponte\n');
  expect(await count(`plate like 'MX%ED'`)).toBe(2);

  await save(
    'ostile.csv',
    [
      'targa;data;varco',
      'HO\u0000001ST;2026-11-10 10:00;Porta Fiume',
      'HO002ST;2026-11-10 10:00\u0000;Porta Fiume',
      'HO003ST;2026-11-10 10:00;Porta\u0000 Fiume',
      '@SUM(1+1);2026-11-10 10:00;Porta Fiume',
      '=HYPERLINK("http://x.example");2026-11-10 10:00;+Porta',
      `HO004ST;2026-11-10 10:00;${'x'.repeat(5_000)}`,
      'HO005ST;2026-11-10 10:00;Porta Fiume',
    ].join('\n'),
  );
  const hostile = await importFile('ostile.csv', '--yes', '--create-gates');
  expect(hostile.said).toContain('Righe 7: registrate 1, già presenti 0, rifiutate 6.');
  expect(await count(`plate like 'HO%'`)).toBe(1);
  const kept = await readFile(join(folder, 'ostile.csv.refused.csv'), 'utf8');
  expect(kept).toContain(`;'@SUM(1+1);`);
  expect(kept).toContain(`'=HYPERLINK`);
  expect(kept).toContain(`;'+Porta`);

  const good = 'HO006ST;2026-11-10 10:00;Porta Fiume';
  await save('lunga.csv', ['targa;data;varco', good, `HO007ST;${'9'.repeat(3_000_000)};Porta Fiume`].join('\n'));
  await save('aperta.csv', ['targa;data;varco', good, `HO007ST;"2026-11-10 10:00;Porta Fiume`].join('\n'));
  for (const name of ['lunga.csv', 'aperta.csv'])
    expect(await importFile(name, '--yes')).toMatchObject({ code: 2, said: expect.stringContaining('alla riga 3 ') });
  expect(await count(`plate = 'HO006ST'`)).toBe(0);
}, 60_000);
