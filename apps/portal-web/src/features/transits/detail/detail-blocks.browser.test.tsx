import { TransitDetail } from '@varco/contract/plant/transit-detail.ts';
import type { ReactElement } from 'react';
import { expect, test } from 'vitest';
import { page } from 'vitest/browser';
import { render } from 'vitest-browser-react';
import { createTransit } from '../../../../test/create-transit.ts';
import { TestProviders } from '../../../../test/test-providers.tsx';
import { createPlantSession } from '../../../../test/result-harness.tsx';
import { useNotices } from '../../../lib/notices/notices.store.ts';
import { usePlants } from '../../../lib/plants/plant-store.ts';
import { BlacklistBlock } from './BlacklistBlock.tsx';
import { ChecksBlock, TransportListsBlock } from './ChecksBlock.tsx';
import { HazardBlock } from './HazardBlock.tsx';
import { OwnerBlock } from './OwnerBlock.tsx';
import { PlateBlock } from './PlateBlock.tsx';
import { VehicleBlock } from './VehicleBlock.tsx';

const NOW = '2026-11-20T13:32:00.000Z';

/** An invented transit, parsed with the wire schema so that it is a valid response. */
const buildTransit = (change: Record<string, unknown> = {}): TransitDetail =>
  TransitDetail.parse({
    ...createTransit(7, {
      targa: 'GK508RB',
      data: '2026-11-20T13:31:58.000Z',
      varco: 'V03 Via Emilia ovest',
      direction: 2,
      lane: 1,
      gps_lat: 44.1462,
      gps_lon: -12.2201,
      speed: 84,
      has_image: false,
      modello: 'Tipo SW',
      g_transits: 14,
      assicurata: 'no',
      scadass: '2026-09-02',
      revisionata: 'si',
      scadrev: '2027-05-31',
      agenti: 'Pattuglia 12 avvisata',
      allarme: 'si',
    }),
    processed_info: null,
    days: [],
    altri: [],
    ...change,
  });

const INFO = {
  visura_effettuata_il: '2026-11-20T13:32:00.000Z',
  dati_assicurazione: {
    compagnia: 'Mutua Via Emilia',
    polizza: '112/4',
    dal: '2025-09-02',
    al: '2026-09-02',
    comporto: '2026-09-17',
  },
  allarme_lista_a1_scntt: false,
  allarme_lista_c_scntt: false,
};

const renderBlock = (element: ReactElement | null) => render(<TestProviders screen={() => element} />);
const block = (name: string) => page.getByRole('region', { name, exact: true });
/** Labels and values of a block, in order. */
const readBlockLines = (name: string): readonly string[] =>
  [...block(name).element().querySelectorAll('dt, dd')].map((one) => (one.textContent ?? '').trim());

test('DET-02 the plate section tells plate, date and hour, plant, gate, direction, position and speed', async () => {
  await renderBlock(<PlateBlock transit={buildTransit()} peerId={1} plantLabel="Cesena Cintura" />);
  await expect.element(block('Targa e transito')).toBeVisible();
  expect(readBlockLines('Targa e transito')).toEqual([
    ...['Targa', 'GK508RB', 'Data e ora', '20/11/2026 14:31:58', 'Impianto', 'Cesena Cintura'],
    ...['Varco', 'V03 Via Emilia ovest', 'Direzione', 'Uscita città', 'Corsia', '1'],
    ...['GPS', '44,1462 N 12,2201 O', 'Velocità', '84 km/h soglia 70'],
  ]);
  await expect.element(page.getByTitle('20/11/2026 14:31:58 Europe/Rome')).toBeVisible();
});

test('DET-03 UIE-01 the infringement section: insurance and inspection with expiry, stolen, blacklist, agents, look-up', async () => {
  await renderBlock(<ChecksBlock transit={buildTransit({ processed_info: INFO })} now={NOW} />);
  await expect.element(block('Infrazioni e controlli')).toBeVisible();
  expect(readBlockLines('Infrazioni e controlli')).toEqual([
    ...['Assicurazione', 'NO, scaduta o assentescaduta il 02/09/2026', 'Compagnia', 'Mutua Via Emilia, 112/4 NO'],
    ...[
      'Revisione',
      'SI, regolarescade il 31/05/2027Regolare da verifica ministeriale',
      'Rubata',
      'No, nessuna segnalazione',
    ],
    ...['Registro SIVES', 'Non controllato', 'Blacklist', 'Blacklist'],
    ...['Agenti', 'Pattuglia 12 avvisata', 'Controllo del', '20/11/2026 14:32'],
  ]);
});

test('DET-04 the vehicle section tells brand, model, colour, class, nation with province and city, EURO class', async () => {
  await renderBlock(<VehicleBlock transit={buildTransit()} />);
  const vehicle = block('Veicolo');
  for (const text of ['FIAT Tipo SW', 'grigio', 'Autovettura', 'Italia', 'Cesena', '6']) {
    await expect.element(vehicle).toMatchTextContent(text);
  }
});

test('DET-05 the owner is a person: name, tax code, birth date, address, city, province, contract and comporto', async () => {
  const dati_anagrafici = {
    nominativo: 'Bassi Renato',
    codice_fiscale: 'BSSRNT71C14Z000X',
    data_nascita: '1971-03-14',
    indirizzo: 'Via dei Gelsi 12',
    citta: 'Meldola',
    provincia: 'FC',
  };
  await renderBlock(<OwnerBlock transit={buildTransit({ processed_info: { ...INFO, dati_anagrafici } })} peerId={1} />);
  await expect.element(block('Proprietario').getByText('dato personale')).toBeVisible();
  expect(readBlockLines('Proprietario')).toEqual([
    ...['Nominativo', 'Bassi Renato', 'Codice fiscale', 'BSSRNT71C14Z000X', 'Nato il', '14/03/1971'],
    ...['Indirizzo', 'Via dei Gelsi 12', 'Comune', 'Meldola', 'Provincia', 'FC'],
    ...['Contratto dal', '02/09/2025', 'Contratto al', '02/09/2026', 'Comporto fino al', '17/09/2026'],
  ]);
});

test('DET-05 the owner is a company: its name, VAT number and address', async () => {
  const dati_societa = {
    ragione_sociale: 'Trasporti Gelsi srl',
    partita_iva: '12345670000',
    indirizzo: 'Via del Mulino Vecchio 3',
    citta: 'Forlì',
    provincia: 'FC',
  };
  await renderBlock(
    <OwnerBlock
      transit={buildTransit({ processed_info: { ...INFO, dati_assicurazione: null, dati_societa } })}
      peerId={1}
    />,
  );
  await expect.element(block('Proprietario')).toBeVisible();
  expect(readBlockLines('Proprietario')).toEqual([
    ...['Società', 'Trasporti Gelsi srl', 'Partita IVA', '12345670000', 'Indirizzo', 'Via del Mulino Vecchio 3'],
    ...['Comune', 'Forlì', 'Provincia', 'FC'],
  ]);
});

test.each([
  [true, false, ['Lista A1', 'Allarme lista A1', 'Lista C', 'Nessun allarme']],
  [false, true, ['Lista A1', 'Nessun allarme', 'Lista C', 'Allarme lista C']],
])('DET-06 each national transport list alarms by itself: A1 %s, C %s', async (a1, c, shown) => {
  const processed_info = { ...INFO, allarme_lista_a1_scntt: a1, allarme_lista_c_scntt: c };
  await renderBlock(<TransportListsBlock transit={buildTransit({ processed_info })} />);
  await expect.element(block('Liste nazionali trasporti')).toBeVisible();
  expect(readBlockLines('Liste nazionali trasporti')).toEqual(shown);
});

test('a listed plate has its block in alarm, a quiet one has none', async () => {
  await renderBlock(
    <>
      <BlacklistBlock transit={buildTransit({ allarme: 'no' })} peerId={1} plantLabel="Forlì Sud" />
      <BlacklistBlock transit={buildTransit({ allarme: 'pn' })} peerId={1} plantLabel="Cesena Cintura" />
    </>,
  );
  await expect.element(block('In blacklist')).toMatchTextContent(/Prestanome.*Cesena Cintura/);
  expect(block('In blacklist').elements()).toHaveLength(1);
});

/** Renders the blacklist block of a listed transit on its own test plant; returns the calls that plant received. */
async function renderListedTransit(allarme: string, mode = 'ok') {
  const token = crypto.randomUUID();
  await fetch(`/test-plant/${token}/${mode}`, { method: 'POST' });
  usePlants.setState({ plants: new Map([['c1', createPlantSession(1, token, 'Forlì Sud', 6)]]) });
  await renderBlock(<BlacklistBlock transit={buildTransit({ allarme })} peerId={1} plantLabel="Forlì Sud" />);
  return async (): Promise<unknown> => (await fetch(`/test-plant/${token}`)).json();
}

test('DET-07 with "si" the record is fetched by plate, the plate in the body', async () => {
  const requested = await renderListedTransit('si');
  await expect.element(block('In blacklist')).toMatchTextContent(/Fuga.*01\/11\/2026.*01\/01\/2099.*rossi/);
  expect(await requested()).toMatchObject([{ route: 'POST /api/blacklist/byplate/read', body: { targa: 'GK508RB' } }]);
});

test('DET-07 a nominee owner is shown without requesting a record', async () => {
  const requested = await renderListedTransit('pn');
  await expect.element(block('In blacklist')).toMatchTextContent(/Prestanome/);
  expect(await requested()).toEqual([]);
});

test('TERR-05 a failed fetch of the record is silent: the block is still shown', async () => {
  const requested = await renderListedTransit('si', 'fail');
  await expect.poll(requested).toMatchObject([{ route: 'POST /api/blacklist/byplate/read' }]);
  await expect.element(block('In blacklist')).toMatchTextContent(/Forlì Sud/);
  expect(readBlockLines('In blacklist')).toHaveLength(4);
  expect(useNotices.getState().list).toEqual([]);
});

test('DET-10 of a redacted record neither expiry nor insurance nor owner is shown, even if a plant sends them', async () => {
  const covered = buildTransit({
    redacted: true,
    targa: '**',
    assicurata: '**',
    revisionata: '**',
    processed_info: INFO,
  });
  await renderBlock(
    <>
      <ChecksBlock transit={covered} now={NOW} />
      <OwnerBlock transit={covered} peerId={1} />
    </>,
  );
  const checks = block('Infrazioni e controlli');
  await expect.element(checks.getByText('Dato oscurato').first()).toBeVisible();
  await expect.element(checks).not.toMatchTextContent(/scad|Mutua/);
  expect(block('Proprietario').elements()).toHaveLength(0);
});

test('a redacted transit says that make and colour are hidden instead of unknown', async () => {
  await renderBlock(<VehicleBlock transit={buildTransit({ redacted: true, marca: '', modello: '', colore: '' })} />);
  await expect.element(block('Veicolo').getByText('Dato oscurato').first()).toBeVisible();
  expect(block('Veicolo').getByText('Dato oscurato').elements()).toHaveLength(2);
});

test('DET-11 an ADR transit shows panel, label and class, and no EURO class', async () => {
  const tanker = buildTransit({
    is_adr: true,
    ADR: '33/1203',
    adr_class: '3',
    adr_kemler: '33',
    adr_un_no: '1203',
    adr_primary_label: '3',
  });
  await renderBlock(
    <>
      <HazardBlock transit={tanker} />
      <VehicleBlock transit={tanker} />
    </>,
  );
  const goods = block('Merci pericolose (ADR)');
  await expect.element(goods.getByRole('img', { name: 'Pannello Kemler 33, numero ONU 1203' })).toBeVisible();
  await expect.element(goods.getByRole('img', { name: /^Etichetta di pericolo classe 3/ })).toBeVisible();
  await expect.element(goods).toMatchTextContent('3 — liquidi infiammabili');
  await expect.element(goods).toMatchTextContent('1203 — Benzina');
  await expect.element(goods).toMatchTextContent('33 — Liquido molto infiammabile');
  await expect.element(goods).not.toMatchTextContent('3 3');
  await expect.element(block('Veicolo')).not.toMatchTextContent('EURO');
});
