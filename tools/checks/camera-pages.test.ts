import { readdirSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { FAMILY_IDS } from '@varco/cameras/camera-types.ts';
import { TreeBuilder } from '@varco/cameras/decode/tree.ts';
import { parseXml } from '@varco/cameras/decode/xml.ts';
import { FAMILIES } from '@varco/cameras/families.ts';
import type { FamilyDescription } from '@varco/cameras/family-description.ts';
import type { Delivery } from '@varco/cameras/family-info.ts';
import { CAMERA_PATH } from '@varco/contract/plant/camera-intake.ts';
import { cameraIntake } from '@varco/i18n/it/camera-intake.ts';
import { describe, expect, test } from 'vitest';
import { root } from './run-steps.ts';

// The pages of the handbook for each family of cameras, compared with the descriptions and the words of the screen.

const FOLDER = join(root, 'docs/handbook/cameras');
const PLANT = `https://impianto.example${CAMERA_PATH}`;
const ADDRESS = `${PLANT}/CHIAVE`;
const read = (file: string): string => readFileSync(join(FOLDER, file), 'utf8');
const index = read('README.md');

/** Codes of reasons and notes with the words of the screen, as pages quote them. */
const SAID = [...Object.entries(cameraIntake.reason), ...Object.entries(cameraIntake.note)].map(
  ([code, words]) => `\`${code}\` «${words}»`,
);

/** Rows of a page for the ways a family sends. */
const DELIVERY_ROWS: Readonly<Record<Delivery, string>> = {
  http: '| HTTP |',
  tcp: '| TCP |',
  mqtt: '| MQTT |',
  ftp: '| FTP |',
  pull: '| prelievo |',
};

/** What a family sends and the plant does not receive: lists that are asked for, a binary form. */
const NOT_RECEIVED = new Set(['2n pull', 'ffgroup pull', 'lilin pull', 'milesight tcp']);

const hasPicture = (role: 'plate' | 'context') => (family: FamilyDescription) =>
  family.pictures?.some((picture) => picture.role === role) === true;

/** What a page says is read, and whether the description reads it. */
const READ_ROWS: Readonly<Record<string, (family: FamilyDescription) => boolean>> = {
  Targa: () => true,
  'Data e ora': () => true,
  Confidenza: ({ confidence }) => confidence !== undefined,
  Nazione: ({ nation }) => nation !== undefined,
  Direzione: ({ direction }) => direction !== undefined,
  Corsia: ({ lane }) => lane !== undefined,
  Velocità: ({ speed }) => speed !== undefined,
  Colore: ({ colour }) => colour !== undefined,
  Marca: ({ brand }) => brand !== undefined,
  Modello: ({ model }) => model !== undefined,
  'Classe del veicolo': ({ vehicleClass }) => vehicleClass !== undefined,
  ADR: ({ adr }) => adr !== undefined,
  Posizione: ({ position }) => position !== undefined,
  'Foto della targa': hasPicture('plate'),
  'Foto della scena': hasPicture('context'),
  'Identificativo dell’evento': ({ externalId }) => externalId !== undefined,
  'Fase del veicolo': ({ stage }) => stage !== undefined,
  Dispositivo: ({ device }) => device !== undefined,
  'Lista della telecamera': ({ listHit }) => listHit !== undefined,
};

/** Parses a drawing and returns what it must not have: faults of XML, scripts, and anything from elsewhere. */
function findFaults(svg: string): readonly string[] {
  const faults: string[] = [];
  try {
    const { documents, isRepaired } = parseXml(svg, new TreeBuilder());
    if (isRepaired || documents.length !== 1) faults.push('not well-formed');
  } catch {
    faults.push('not well-formed');
  }
  if (!svg.startsWith('<svg xmlns="http://www.w3.org/2000/svg" ')) faults.push('no svg element of the namespace');
  const forbidden =
    /<(?:script|foreignObject|image|use|a|iframe|animate\w*|set)\b|\b(?:xlink:)?href|\bsrc=|\bon\w+=|url\(|@import/i;
  const found = forbidden.exec(svg)?.[0];
  if (found !== undefined) faults.push(`contains ${found}`);
  return faults;
}

test('every family has its page and its drawing, and the folder has no others', () => {
  const expected = ['README.md', ...FAMILY_IDS.flatMap((id) => [`${id}.md`, `${id}.svg`])];
  expect(readdirSync(FOLDER).toSorted()).toEqual(expected.toSorted());
});

test('the index and the manual of who runs a plant lead to the pages', () => {
  expect(FAMILY_IDS.filter((id) => !index.includes(`](${id}.md)`))).toEqual([]);
  expect(readFileSync(join(root, 'docs/handbook/amministratore.md'), 'utf8')).toContain('](cameras/README.md)');
});

test('the index names the fields of the screen and every reason and note in its words', () => {
  const { add, auto, create, field, setup, bench, reception } = cameraIntake;
  const buttons = [add, auto, create, setup.watch, bench.start, bench.retry];
  for (const label of [
    ...buttons,
    field.name,
    field.gate,
    field.family,
    field.zone,
    field.networks,
    field.device,
    reception.label,
  ])
    expect(index).toContain(`*${label}*`);
  expect(SAID.filter((words) => !index.includes(`| ${words.replace(' «', ' | «')} | `))).toEqual([]);
});

describe.each(FAMILIES.map((family) => [family.id, family] as const))('page of %s', (id, family) => {
  const page = read(`${id}.md`);
  const { setup } = family;

  test('names the family as the screen does, and its drawing has a text', () => {
    expect(page).toContain(`# ${family.name}\n`);
    expect(page).toMatch(new RegExp(`!\\[[^\\]]{40,}\\]\\(${id}\\.svg\\)`));
  });

  test('has the address, the authentication and the labels of its description', () => {
    expect(page).toContain(`**Autenticazione.**`);
    expect(page).toContain(ADDRESS);
    if (setup.user !== null) expect(page).toMatch(/\*\*Autenticazione\.\*\*.*(?:`varco-[\da-f]{8}`|broker)/);
    const { template, page: menu, ...labels } = setup;
    const rows = [
      ['Pagina', menu === '' ? null : menu],
      ['Indirizzo', labels.address],
      ['Utente', labels.user],
      ['Chiave', labels.key],
      ['Da scegliere', labels.format],
    ] as const;
    for (const [own, theirs] of rows)
      if (theirs === null) expect(page).not.toContain(`\n| ${own} | `);
      else expect(page).toContain(`\n| ${own} | ${theirs} | `);
    if (template !== null) expect(page).toContain(`\n\`\`\`text\n${template}\n\`\`\`\n`);
    expect(page).toContain(`risponde ${family.reply.status} con \`${family.reply.body}\``);
  });

  test('says of every way of sending whether it is received', () => {
    const rows = Object.entries(DELIVERY_ROWS).filter(([, row]) => page.includes(`\n${row} `));
    expect(rows.map(([way]) => way).toSorted()).toEqual(family.sends.toSorted());
    const answers = rows.filter(([way, row]) =>
      page.includes(`\n${row} ${NOT_RECEIVED.has(`${id} ${way}`) ? 'non ancora' : 'sì'} | `),
    );
    expect(answers).toEqual(rows);
  });

  test('quotes reasons and notes in the words of the screen', () => {
    const quoted = [...page.matchAll(/^\| (`[a-z_]+` «[^»]+») \|/gm)].map(([, words = '']) => words);
    expect(quoted).not.toEqual([]);
    expect(quoted.filter((words) => !SAID.includes(words))).toEqual([]);
  });

  test('has a drawing that is well formed and has no scripts and nothing from elsewhere', () => {
    const svg = read(`${id}.svg`);
    expect(findFaults(svg)).toEqual([]);
    expect(svg).toMatch(/<title id="n">[^<]{5,}<\/title>\n<desc id="d">[^<]{20,}<\/desc>/);
    expect(svg).toContain('prefers-color-scheme:dark');
    if (setup.page !== '') expect(svg.replaceAll('&gt;', '>')).toContain(setup.page);
  });
});

test.each(FAMILIES.filter(({ id }) => id !== 'generic').map((family) => [family.id, family] as const))(
  'the page of %s says what its description reads',
  (id, family) => {
    const rows = [...read(`${id}.md`).matchAll(/^\| ([^|]+) \| (sì|no) \| ([^|]*) \| [^|]*\|$/gm)];
    const said = Object.fromEntries(rows.map(([, label = '', answer]) => [label, answer === 'sì']));
    expect(said).toEqual(Object.fromEntries(Object.entries(READ_ROWS).map(([label, reads]) => [label, reads(family)])));
    const described = JSON.stringify(family);
    for (const [, , , fields = ''] of rows)
      for (const [, path = ''] of fields.matchAll(/`([^`]+)`/g)) expect(described).toContain(JSON.stringify(path));
  },
);

test('the generic page names every field of the screen that maps', () => {
  const page = read('generic.md');
  const { title, plate, at, externalId, confidence, direction, lane, speed, platePicture, contextPicture } =
    cameraIntake.mapping;
  expect(page).toContain(`*${title}*`);
  const labels = [plate, at, externalId, confidence, direction, lane, speed, platePicture, contextPicture];
  expect(labels.filter((label) => !page.includes(`| ${label} | sì | con la mappatura | `))).toEqual([]);
});

test.each([
  ['an element left open', '<svg xmlns="http://www.w3.org/2000/svg" ><g></svg>'],
  ['a bare sign', '<svg xmlns="http://www.w3.org/2000/svg" ><text>a & b</text></svg>'],
  ['a script', '<svg xmlns="http://www.w3.org/2000/svg" ><script>x</script></svg>'],
  ['a handler', '<svg xmlns="http://www.w3.org/2000/svg" onload="x"></svg>'],
  [
    'a picture from elsewhere',
    '<svg xmlns="http://www.w3.org/2000/svg" ><image href="https://a.example/x.png"/></svg>',
  ],
  ['a style sheet from elsewhere', '<svg xmlns="http://www.w3.org/2000/svg" ><style>@import "a.css"</style></svg>'],
])('a drawing with %s is refused', (_what, svg) => {
  expect(findFaults(svg)).not.toEqual([]);
});
