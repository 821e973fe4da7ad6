import { ExternalDatabase, PlantSetUp, PortalSetUp } from '@varco/contract/set-up.ts';
import { z } from 'zod';
import { type Asker, toList, toNumber } from './ask-answers.ts';

/**
 * Reasons that are offered until the administrator of the plant edits the list: codes are stored with each consultation,
 * texts are what people read.
 */
const USUAL_REASONS: PlantSetUp['reasons'] = [
  { code: 'judicial-police', it: 'Indagine di polizia giudiziaria', en: 'Judicial police case' },
  { code: 'stolen-vehicle', it: 'Veicolo rubato', en: 'Stolen vehicle' },
  { code: 'missing-person', it: 'Persona scomparsa', en: 'Missing person' },
  { code: 'accident', it: 'Incidente stradale', en: 'Road accident' },
  { code: 'administrative-check', it: 'Controllo amministrativo', en: 'Administrative check' },
  { code: 'own-system', it: 'Verifica dell’impianto', en: 'Check of the plant itself' },
  { code: 'training', it: 'Formazione', en: 'Training' },
];

const networks = PlantSetUp.shape.private_networks;

async function askDatabase(asker: Asker, name: string): Promise<PlantSetUp['database']> {
  if (await asker.askYesNo('setup:ask.embedded', true)) return 'embedded';
  return {
    admin_address_file: await asker.ask('setup:ask.adminFile', ExternalDatabase.shape.admin_address_file),
    name: await asker.ask('setup:ask.databaseName', ExternalDatabase.shape.name, { fallback: name }),
  };
}

/** The questions for a plant. Retention has no default: it must be answered. */
export async function askPlant(asker: Asker, name: string): Promise<PlantSetUp> {
  const { shape } = PlantSetUp;
  const retention = shape.retention.shape;
  const person = shape.administrator.shape;
  const label = await asker.ask('setup:ask.label', shape.label);
  const code = await asker.ask('setup:ask.code', shape.code, {
    fallback: name
      .replaceAll(/[^a-z0-9]/g, '')
      .slice(0, 3)
      .toUpperCase(),
  });
  const municipality = await asker.ask('setup:ask.municipality', shape.municipality, { fallback: label });
  const address = await asker.ask('setup:ask.plantAddress', shape.address);
  const portal = await asker.ask('setup:ask.portalAddress', shape.portal);
  const port = await asker.ask('setup:ask.port', z.number().int().min(1024).max(65_535), {
    fallback: '8401',
    convert: toNumber,
  });
  const privateNetworks = await asker.ask('setup:ask.networks', networks, { isOptional: true, convert: toList });
  const database = await askDatabase(asker, `varco_${name.replaceAll('-', '_')}`);
  const days = await asker.ask('setup:ask.days', retention.days, { convert: toNumber });
  const terms = z.number().int().min(1).max(days);
  const plateDays = await asker.ask('setup:ask.plateDays', terms, { convert: toNumber });
  const contextDays = await asker.ask('setup:ask.contextDays', terms, { convert: toNumber });
  const basis = await asker.ask('setup:ask.basis', retention.basis);
  const act = await asker.ask('setup:ask.act', retention.act);
  return {
    ...{ label, code, municipality, address, portal, port, database },
    private_networks: privateNetworks,
    retention: { days, plate_picture_days: plateDays, context_picture_days: contextDays, basis, act },
    requires_reason: await asker.askYesNo('setup:ask.requiresReason', true),
    requires_case: await asker.askYesNo('setup:ask.requiresCase', false),
    reasons: USUAL_REASONS,
    gates: await askGates(asker),
    group: await asker.ask('setup:ask.group', shape.group, { fallback: 'fdo polizia locale' }),
    administrator: {
      full_name: await asker.ask('setup:ask.fullName', person.full_name),
      username: await asker.ask('setup:ask.username', person.username),
      email: await asker.ask('setup:ask.email', person.email),
    },
  };
}

async function askGates(asker: Asker): Promise<PlantSetUp['gates']> {
  const gates: PlantSetUp['gates'] = [];
  const name = z.union([z.literal(''), PlantSetUp.shape.label]);
  for (;;) {
    const given = await asker.ask('setup:ask.gate', name, { isOptional: true });
    if (given === '') return gates;
    const coordinate = (limit: number) =>
      z.union([z.literal('').transform(() => undefined), z.number().min(-limit).max(limit)]);
    const options = { isOptional: true, convert: toNumber } as const;
    const lat = await asker.ask('setup:ask.lat', coordinate(90), options);
    const lon = await asker.ask('setup:ask.lon', coordinate(180), options);
    if (gates.every((gate) => gate.name.toLowerCase() !== given.toLowerCase()))
      gates.push({ name: given, lat, lon, direction: 0 });
  }
}

/** The questions for the portal. */
export async function askPortal(asker: Asker): Promise<PortalSetUp> {
  const { shape } = PortalSetUp;
  const address = await asker.ask('setup:ask.portalAddress', shape.address);
  const port = await asker.ask('setup:ask.port', z.number().int().min(1024).max(65_535), {
    fallback: '8400',
    convert: toNumber,
  });
  const plants = await asker.ask('setup:ask.plants', shape.plants, { isOptional: true, convert: toList });
  const privateNetworks = await asker.ask('setup:ask.networks', networks, { isOptional: true, convert: toList });
  const database = await askDatabase(asker, 'varco_portal');
  const mail = await askMail(asker, address);
  const first = await askAdministrator(asker, 'setup:ask.firstAdministrator');
  const second = await askAdministrator(asker, 'setup:ask.secondAdministrator');
  return {
    ...{ address, port, plants, database, mail },
    private_networks: privateNetworks,
    administrators: [first, second],
  };
}

async function askMail(asker: Asker, address: string): Promise<PortalSetUp['mail']> {
  if (!(await asker.askYesNo('setup:ask.mail', null))) return 'none';
  const mail = PortalSetUp.shape.mail.options[1].shape;
  const server = await asker.ask('setup:ask.mailServer', mail.server);
  const from = await asker.ask('setup:ask.mailFrom', mail.from, { fallback: `varco@${new URL(address).hostname}` });
  const user = await asker.ask('setup:ask.mailUser', z.string().max(200), { isOptional: true });
  if (user === '') return { server, from };
  return { server, from, user, password_file: await asker.ask('setup:ask.mailPassword', mail.password_file.unwrap()) };
}

async function askAdministrator(
  asker: Asker,
  question: 'setup:ask.firstAdministrator' | 'setup:ask.secondAdministrator',
): Promise<PortalSetUp['administrators'][number]> {
  const person = PortalSetUp.shape.administrators.element.shape;
  return {
    full_name: await asker.ask(question, person.full_name),
    email: await asker.ask('setup:ask.email', person.email),
    authority: await asker.ask('setup:ask.authority', person.authority),
    language: await asker.ask('setup:ask.language', person.language, { fallback: 'it' }),
  };
}
