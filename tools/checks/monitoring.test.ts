import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { CAMERA_PATH } from '@varco/contract/plant/camera-intake.ts';
import { PLANT_API } from '@varco/contract/plant-api.ts';
import { PORTAL_API } from '@varco/contract/portal-api.ts';
import { createBackupMetrics } from '@varco/server-kit/backup/backup-metrics.ts';
import { createCameraMetrics } from '@varco/plant-server/features/cameras/cameras.public.ts';
import { openMonitoredIndex } from '@varco/plant-server/plate-index/index-monitor.ts';
import { createPool } from '@varco/server-kit/database/pool.ts';
import { createDiskMetrics } from '@varco/server-kit/disk/disk-metrics.ts';
import { createServerApp } from '@varco/server-kit/http/create-app.ts';
import { createBacklogMetrics, createJobReport } from '@varco/server-kit/jobs/job-report.ts';
import { silentLog } from '@varco/server-kit/log/log.ts';
import { createOwnLogCheck } from '@varco/server-kit/audit/verify-own-log.ts';
import { installMetrics } from '@varco/server-kit/metrics/install-metrics.ts';
import { createTlogMetrics } from '@varco/server-kit/tlog/tlog-metrics.ts';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { parse } from 'yaml';
import { z } from 'zod';
import { findUnknownNames, type KnownMetrics, readExpression } from './promql.ts';
import { root } from './run-steps.ts';

// Holds alerts, dashboard and manual page to the metrics that the servers really register, and to one another.

const FILES = 'tools/package/files/monitoring';
const PAGE = 'docs/handbook/monitoraggio.md';
/** Where the package puts the page. */
const INSTALLED_PAGE = '/usr/share/doc/varco/monitoraggio.md';
/** Labels of every figure, from `prometheus-varco.yml`. */
const SCRAPE_LABELS = ['job', 'instance', 'server', 'plate_index'];

const Annotations = z.object({ summary: z.string(), description: z.string(), runbook_url: z.string() });
const Alert = z.strictObject({
  alert: z.string().regex(/^Varco[A-Z]\w+$/),
  expr: z.string(),
  for: z.string().optional(),
  labels: z.strictObject({ severity: z.enum(['critical', 'warning']) }),
  annotations: Annotations,
});
const RuleFile = z.object({ groups: z.array(z.object({ name: z.string(), rules: z.array(Alert) })) });
const AlertTest = z.object({ alertname: z.string(), exp_alerts: z.array(z.unknown()).default([]) });
const TestFile = z.object({
  rule_files: z.array(z.string()),
  tests: z.array(z.object({ name: z.string(), alert_rule_test: z.array(AlertTest) })),
});
const Target = z.object({ expr: z.string(), legendFormat: z.string().optional() });
const Dashboard = z.object({
  templating: z.object({ list: z.array(z.object({ definition: z.string().optional() })) }),
  panels: z.array(z.object({ id: z.int(), title: z.string(), targets: z.array(Target).default([]) })),
});

const read = (path: string): string => readFileSync(join(root, path), 'utf8');
const alerts = RuleFile.parse(parse(read(`${FILES}/varco.rules.yml`))).groups.flatMap(({ rules }) => rules);
const names = alerts.map(({ alert }) => alert);
const { tests } = TestFile.parse(parse(read(`${FILES}/varco.rules.test.yml`)));
const dashboard = Dashboard.parse(JSON.parse(read(`${FILES}/grafana-varco.json`)));
const page = read(PAGE);

const pool = createPool({ url: 'postgres://nobody@127.0.0.1:9/none', applicationName: 'varco monitoring test' });
const app = createServerApp<Record<never, never>>({
  ...{ log: silentLog, now: () => new Date(), auditSink: null, authenticators: {} },
  ...{ allowedOrigins: null, trustedProxies: [] },
});
let known: KnownMetrics;

beforeAll(() => {
  // As the two servers put them together; nothing is measured and the database is not called.
  const registry = installMetrics(app, {
    allowedAddresses: [],
    own: [
      ...openMonitoredIndex({ mode: 'off', maxMb: 1, databaseUrl: '' }, silentLog).metrics,
      ...createJobReport(silentLog).metrics,
      ...createBacklogMetrics(pool),
      ...createDiskMetrics(() => []).metrics,
      ...createTlogMetrics(pool).metrics,
      ...createOwnLogCheck(pool, silentLog).metrics,
      ...createBackupMetrics('', true, () => 0),
      ...createCameraMetrics(pool),
    ],
  });
  const labelNames = z.array(z.string());
  known = new Map([
    ['up', new Set()],
    ['ALERTS', new Set(['alertname', 'alertstate', 'severity'])],
    ...registry.getMetricsAsArray().flatMap((metric): [string, Set<string>][] => {
      const own = labelNames.parse(Reflect.get(metric, 'labelNames'));
      // Prometheus renames a label of the program that the scrape sets itself.
      const labels = own.map((label) => (label === 'job' ? 'exported_job' : label));
      if (!('observe' in metric)) return [[metric.name, new Set(labels)]];
      return [
        [`${metric.name}_bucket`, new Set([...labels, 'le'])],
        [`${metric.name}_sum`, new Set(labels)],
        [`${metric.name}_count`, new Set(labels)],
      ];
    }),
  ]);
});
afterAll(async () => {
  await app.close();
  await pool.end();
});

const complain = (expression: string): readonly string[] => findUnknownNames(expression, known, SCRAPE_LABELS);

test('every alert uses metrics and labels that a server registers', () => {
  expect(alerts.length).toBeGreaterThan(20);
  expect(new Set(names).size).toBe(names.length);
  expect(alerts.flatMap(({ alert, expr }) => complain(expr).map((text) => `${alert}: ${text}`))).toEqual([]);
});

describe('the dashboard', () => {
  const targets = dashboard.panels.flatMap(({ title, targets: own }) => own.map((target) => ({ title, ...target })));

  test('uses metrics and labels that a server registers', () => {
    expect(targets.length).toBeGreaterThan(30);
    expect(targets.flatMap(({ title, expr }) => complain(expr).map((text) => `${title}: ${text}`))).toEqual([]);
    const variables = dashboard.templating.list.flatMap(({ definition }) => definition ?? []);
    for (const text of variables) {
      const [, series = '', label = ''] = /^label_values\((.+), (\w+)\)$/.exec(text) ?? [];
      expect(complain(`max by (${label}) (${series})`), text).toEqual([]);
    }
    expect(variables).not.toEqual([]);
  });

  test('names in its legends only labels that its figures have', () => {
    const wrong = targets.flatMap(({ title, expr, legendFormat = '' }) => {
      const { selectors } = readExpression(expr);
      const labels = [...SCRAPE_LABELS, ...selectors.flatMap(({ name }) => [...(known.get(name) ?? [])])];
      const shown = [...legendFormat.matchAll(/\{\{(\w+)\}\}/g)].map(([, label = '']) => label);
      return shown.filter((label) => !labels.includes(label)).map((label) => `${title}: ${label}`);
    });
    expect(wrong).toEqual([]);
  });

  test('has every panel once', () => {
    const ids = dashboard.panels.map(({ id }) => id);
    expect(new Set(ids).size).toBe(ids.length);
  });
});

describe('routes in expressions', () => {
  const routes = [
    '/ready',
    ...[CAMERA_PATH, `${CAMERA_PATH}/:key`, `${CAMERA_PATH}/:key/*`],
    ...[...PLANT_API, ...PORTAL_API].map(({ path }) => path),
  ];
  const findRoutes = (pattern: string): readonly string[] =>
    routes.filter((route) => new RegExp(`^(?:${pattern})$`).test(route));

  test('are routes of the servers, each alternative of a pattern too', () => {
    const expressions = [...alerts, ...dashboard.panels.flatMap(({ targets }) => targets)].map(({ expr }) => expr);
    const matchers = expressions
      .flatMap((expr) => readExpression(expr).selectors.flatMap((selector) => selector.matchers))
      .filter(({ label }) => label === 'route');
    expect(matchers).not.toEqual([]);
    const parts = matchers.flatMap(({ value }) => value.split('|'));
    expect(parts.filter((part) => findRoutes(part).length === 0)).toEqual([]);
  });

  test('slow answers are those of calls that end: every stream is left out, and nothing else', () => {
    const streams = [...PLANT_API, ...PORTAL_API].filter(({ response }) => Object(response).events === true);
    const slow = alerts.find(({ alert }) => alert === 'VarcoSlowAnswers');
    for (const { matchers } of readExpression(slow?.expr ?? '').selectors) {
      const left = matchers.filter(({ label }) => label === 'route');
      expect(left.map(({ operator }) => operator)).toEqual(['!~']);
      expect(new Set(left.flatMap(({ value }) => findRoutes(value)))).toEqual(new Set(streams.map(({ path }) => path)));
    }
  });
});

describe('each alert', () => {
  const isFiring = ({ exp_alerts: expected }: { exp_alerts: readonly unknown[] }): boolean => expected.length > 0;

  test('has a test in which it fires, and is silent among healthy servers', () => {
    const [healthy, ...cases] = tests;
    expect(healthy?.name).toBe('healthy servers');
    expect(healthy?.alert_rule_test.filter(isFiring)).toEqual([]);
    expect(new Set(healthy?.alert_rule_test.map(({ alertname }) => alertname))).toEqual(new Set(names));
    const fired = cases.flatMap((one) => one.alert_rule_test.filter(isFiring).map(({ alertname }) => alertname));
    expect(fired.toSorted()).toEqual(names.toSorted());
    const silent = cases.flatMap((one) => one.alert_rule_test.filter((step) => !isFiring(step)));
    expect(new Set(silent.map(({ alertname }) => alertname))).toEqual(new Set(names));
  });

  test('has one paragraph in the manual, with what it means, what to do, and when it is over', () => {
    const paragraphs = page.split(/^#{2,3} /m);
    for (const { alert, annotations } of alerts) {
      const own = paragraphs.filter((text) => text.startsWith(`${alert}\n`));
      expect(own, alert).toHaveLength(1);
      for (const part of ['Che cosa significa.', 'Che cosa fare.', 'Quando è finito.'])
        expect(own[0], alert).toContain(`\n**${part}** `);
      expect(annotations.runbook_url).toBe(`${INSTALLED_PAGE}#${alert.toLowerCase()}`);
    }
  });

  test('that the manual speaks of exists', () => {
    const named = [...page.matchAll(/\bVarco[A-Z]\w*/g)].map(([name]) => name);
    expect(named.filter((name) => !names.includes(name))).toEqual([]);
  });
});

/** What the page names in italics besides panels: pages and words of Prometheus, Grafana and Varco. */
const OTHER_NAMES = [
  'Sala operativa > Telecamere ferme',
  'Impianti > Portali',
  'Registro',
  'Prendi',
  'Fatto',
  ...['Alerts', 'Dashboards > Import', 'Status > Targets'],
  ...['Impianti > Telecamere', 'OFFLINE', 'Registro impianti', 'Solo da queste reti'],
];

test('the page tells apart every severity, and names panels by their titles', () => {
  for (const severity of new Set(alerts.map(({ labels }) => labels.severity)))
    expect(page).toContain(`| \`${severity}\` |`);
  const named = [...page.matchAll(/(?<!\*)\*([^*\n]+)\*(?!\*)/g)].map(([, name = '']) => name);
  const titles = dashboard.panels.map(({ title }) => title);
  expect(named.filter((name) => !titles.includes(name) && !OTHER_NAMES.includes(name))).toEqual([]);
  expect(OTHER_NAMES.filter((name) => !named.includes(name))).toEqual([]);
});

test.each([
  ['a metric nobody registers', 'varco_backup_lag_seconds{job="varco"} > 1', 'no server registers the metric'],
  ['a metric without a selector', 'rate(varco_gone_total[5m])', 'no server registers the metric "varco_gone_total"'],
  ['a selector without a name', '{job="varco"} > 0', 'no server registers the metric ""'],
  ['a matcher', 'varco_disk_state{job="varco",disk="a"}', 'varco_disk_state has no label "disk"'],
  ['a grouping', 'sum by (server, gate) (varco_disk_state{job="varco"})', 'nothing has the label "gate"'],
  ['a join', 'up{job="varco"} unless on (plant) up{job="varco"}', 'nothing has the label "plant"'],
  ['the name of a job in the label of the scrape', 'varco_job_given_up{job="mail.send"}', 'is not limited to'],
  ['figures of other programs', 'up == 0', 'up is not limited to job="varco"'],
  ['the sum of a gauge', 'varco_disk_free_bytes_sum{job="varco"}', 'no server registers the metric'],
])('%s is a complaint', (_name, expression, text) => {
  expect(complain(expression)).toEqual([expect.stringContaining(text)]);
});

test('strings, ranges, offsets, numbers and functions are no metrics', () => {
  const expression = `histogram_quantile(0.95, sum by (le) (rate(varco_http_request_seconds_bucket{job="varco",route=~"/a{2}|up\\"x"}[5m] offset 1h))) > 1e3 and 3 * 86400 or vector(0)`;
  const { selectors, grouping } = readExpression(expression);
  expect(selectors.map(({ name }) => name)).toEqual(['varco_http_request_seconds_bucket']);
  expect(selectors[0]?.matchers[1]).toEqual({ label: 'route', operator: '=~', value: '/a{2}|up"x' });
  expect(grouping).toEqual(['le']);
});
