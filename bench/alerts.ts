// `npm run bench -- alerts`: the cost of matching a read, and the delay from a read to 50 listeners (one of them a
// real browser) and to a mail server, at 500 reads a second.
import { openTestStream, type TestAlertStream } from '../apps/plant-server/src/testing/alert-stream.ts';
import { epochMsNow, measureDelays, type AlertDelays, READS_PER_SECOND } from './alerts/measure-delays.ts';
import { ENTRIES, fillLists, isListed, measureMatching, type MatchingCost } from './alerts/lists.ts';
import { configureRecipients, openMailServer } from './alerts/mail-box.ts';
import { openBrowser, PAGE_ORIGIN } from './alerts/open-browser.ts';
import { openDataFolder, computePeriod, type DataMark } from './data/data-folder.ts';
import { PLANT_URL } from './data/plant.ts';
import type { BenchOptions } from './options.ts';
import { LiveReads } from './plant/live-reads.ts';
import { sendReads } from './plant/plant-client.ts';
import { startSession, withPostgres } from './plant/session.ts';
import { saveResults } from './report/save-results.ts';
import { readLoadAverage, collectRunFacts } from './report/results.ts';
import { formatCaption, formatTable } from './report/table.ts';
import { type TargetRow, drawTargetsPicture } from './report/targets-picture.ts';
import { readSearchInputs } from './search/query-inputs.ts';

/** Number of plain listeners; the browser is the fiftieth. */
const LISTENERS = 49;
/** Demo mode allows a mail server on this machine without TLS. */
const PLANT_ENV = { VARCO_DEMO: '1', VARCO_OUTBOUND_CIDRS: '127.0.0.0/8', VARCO_PORTAL_ORIGINS: PAGE_ORIGIN };

/** Runs the alerts benchmark. */
export async function benchAlerts(
  options: BenchOptions,
  spec: DataMark['spec'],
  say: (text: string) => void,
): Promise<void> {
  say(`matching with ${ENTRIES.toLocaleString('en')} entries`);
  const matching = measureMatching();
  const mark = await openDataFolder(options.dataDir, spec, say);
  const loadBefore = readLoadAverage();
  const mails = await openMailServer(epochMsNow);
  const facts = await withPostgres(options.dataDir, async (owner) => {
    await fillLists(owner, say);
    await configureRecipients(owner, mails.port, spec.gates);
    return readSearchInputs(owner, { gates: spec.gates, plates: mark.plates, ...computePeriod(spec) });
  });
  const session = await startSession(options.dataDir, PLANT_ENV);
  try {
    const tokenOf = (i: number): string => session.users[i % session.users.length]?.['authorization'] ?? '';
    const browser = await openBrowser(tokenOf(LISTENERS));
    try {
      const streams: TestAlertStream[] = [];
      for (let i = 0; i < LISTENERS; i += 1)
        streams.push(await openTestStream(PLANT_URL, tokenOf(i).replace('Bearer ', ''), { alerts: ['blacklist'] }));
      const strangers = facts.known.filter((plate) => !isListed(plate));
      const live = new LiveReads(strangers, facts.gates);
      // Warm-up: the first calls open connections and fill caches.
      for (let i = 0; i < 10; i += 1) await sendReads(live.take(50));
      say(`${LISTENERS} listeners and a browser, ${READS_PER_SECOND} reads/s for ${options.seconds} s`);
      const heard = await measureDelays({ streams, browser, mails }, live, options.seconds);
      const memoryMb = await session.plant.memory();
      const run = collectRunFacts(mark, 'npm run bench -- alerts', loadBefore);
      const rows = buildAlertTargets(matching, heard);
      console.log(`\n${formatCaption(run)}\n\n${formatAlertTable(matching, heard)}\n`);
      for (const { label, value, unit, target } of rows.filter(({ isMet }) => !isMet))
        console.log(`Missed: ${label}: ${value} ${unit} (${target}).`);
      console.log(`${heard.readsPerSecond} reads/s accepted. Errors of the camera: ${heard.errors}.`);
      console.log(`Plant process: ${memoryMb?.now ?? '?'} MB, ${memoryMb?.peak ?? '?'} MB at its highest.`);
      const picture = drawTargetsPicture('Alerts, beside the targets', rows, formatCaption(run));
      if (options.isSaved) saveResults('alerts', { run, matching, heard, memoryMb }, picture);
    } finally {
      await browser.close();
    }
  } finally {
    await session.stop();
    await mails.close();
  }
}

function buildAlertTargets(matching: MatchingCost, { listeners, browser, mail }: AlertDelays): readonly TargetRow[] {
  const row = (label: string, value: number, target: number, unit = 'ms'): TargetRow => ({
    label,
    target,
    value,
    unit,
    isMet: value <= target,
    isMore: false,
  });
  return [
    row('matching a read, p99', matching.p99, 50, 'µs'),
    row('read to listener, p50', listeners.p50, 200),
    row('read to listener, p99', listeners.p99, 1000),
    row('read to drawn in a browser, p50', browser.p50, 200),
    row('read to drawn in a browser, p99', browser.p99, 1000),
    row('read to mail server, p99', mail.p99, 2000),
  ];
}

function formatAlertTable(matching: MatchingCost, { listeners, browser, mail, accepted }: AlertDelays): string {
  const numbers = (values: readonly number[]): readonly string[] => values.map((value) => value.toLocaleString('en'));
  const delays = (label: string, { p50, p99, max, n, lost, repeated }: AlertDelays['mail']): readonly string[] => [
    label,
    ...numbers([p50, p99, max, n, lost, repeated]),
  ];
  const { p50, p99, worstRound, n } = matching;
  return formatTable([
    ['', 'p50', 'p99', 'max', 'n', 'lost', 'twice'],
    ['matching a read, microseconds', ...numbers([p50, p99, worstRound, n]), '', ''],
    ['sent to accepted, ms', ...numbers([accepted.p50, accepted.p99, accepted.max, accepted.n]), '', ''],
    delays('sent to heard by a listener, ms', listeners),
    delays('sent to drawn in a browser, ms', browser),
    delays('sent to taken by the mail server, ms', mail),
  ]);
}
