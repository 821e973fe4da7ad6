import type { ServerResponse } from 'node:http';
import type { AuditPage } from '@varco/contract/audit-log.ts';
import { createLogEntry, TEST_RECORD, TEST_ROOT } from './log-entries.ts';
import { sendError, sendJson } from './test-server.ts';

const LOG = '5a3c0000-0000-4000-8000-000000000079';
const ORIGIN = `cesena.example/audit/${LOG}/1`;

/** Answers a call about the log; false: it is about something else. */
export function respondToLogCall(route: string, body: { readonly case?: string }, to: ServerResponse): boolean {
  const isLog = route.endsWith('/api/audit/own/search') || route.endsWith('/api/audit/search');
  if (isLog && body.case === '428/2026') sendError(to, 500, 'internal');
  else if (isLog) sendJson(to, buildPage(route, body.case));
  else if (route === 'GET /audit/keys') to.end(`${ORIGIN}+0a0b0c0d+AbCd\n`);
  else if (route === `GET /audit/${LOG}/1/checkpoint`) to.end(`${ORIGIN}\n8\n${TEST_ROOT}\n\n— ${ORIGIN} AbCd\n`);
  else if (route === 'POST /api/lpr/locate')
    sendJson(to, { objects: [{ id: '7', data: '2026-11-18T13:31:58.000Z', varco_id: 3 }] });
  else return false;
  return true;
}

function buildPage(route: string, caseNumber: string | undefined): AuditPage {
  const entries = caseNumber === '9051/2026' ? [...TEST_RECORD] : [];
  if (route.includes('/own/')) return { entries, next: null, totals: null };
  const colleague = createLogEntry(10, { actor: { ...createLogEntry(1).actor, name: 'bianchi' } });
  const all = entries.length === 0 ? [] : [colleague, ...entries];
  const others = { people: 0, actions: 0 };
  return { entries: all, next: null, totals: { entries: all.length, people: [], actions: [], others } };
}
