import { listErrorStatuses } from '@varco/contract/answerable-errors.ts';
import type { Endpoint } from '@varco/contract/endpoint.ts';
import { ErrorEnvelope } from '@varco/contract/error-envelope.ts';
import { z } from 'zod';
import type { AttackAnswer, AttackRequest, Finding } from './attack-request.ts';

/** An answer slower than this is a finding. The limits of the contract are longer, for machines under load. */
export const SLOW_MS = 12_000;
const ALLOWED_FAILURES: ReadonlySet<number> = new Set([503, 507]);
/** A body that is refused before it was read closes the connection, and the client may see only that. */
const LARGE_BODY = 16_384;

/** Whether status, body and time of an answer are those the contract declares. */
export function checkAnswer(endpoint: Endpoint, request: AttackRequest, answer: AttackAnswer): readonly Finding[] {
  if (answer.failure === 'timeout') return [{ kind: 'slow', text: `no answer in ${Math.round(answer.ms)} ms` }];
  if (answer.failure === 'closed') {
    const isLarge = (request.body?.length ?? 0) > LARGE_BODY || request.url.length > LARGE_BODY;
    return isLarge ? [] : [{ kind: 'status', text: 'the connection was closed without an answer' }];
  }
  const findings: Finding[] = [];
  if (answer.ms > SLOW_MS) findings.push({ kind: 'slow', text: `answered after ${Math.round(answer.ms)} ms` });
  if (answer.status >= 500 && !ALLOWED_FAILURES.has(answer.status))
    return [...findings, { kind: 'status', text: `status ${answer.status}: ${answer.bytes.toString().slice(0, 300)}` }];
  const isSuccess = answer.status < 300;
  if (isSuccess && request.mustFail)
    findings.push({ kind: 'body', text: `status ${answer.status} although ${request.mutations.join(', ')}` });
  return [...findings, ...(isSuccess ? checkSuccess(endpoint, answer) : checkError(endpoint, answer))];
}

function checkSuccess(endpoint: Endpoint, answer: AttackAnswer): readonly Finding[] {
  const { response, successStatus } = endpoint;
  const declared = successStatus ?? (response === null ? 204 : 200);
  const isPart = answer.status === 206 && response !== null && 'file' in response;
  if (answer.status !== declared && !isPart)
    return [{ kind: 'status', text: `status ${answer.status}, declared is ${declared}` }];
  if (response === null || endpoint.method === 'HEAD')
    return answer.bytes.length === 0 ? [] : [{ kind: 'body', text: 'a body where none is declared' }];
  const type = answer.headers['content-type'] ?? '';
  if (!(response instanceof z.ZodType))
    return response.types.some((one) => type.startsWith(one)) ? [] : [{ kind: 'body', text: `type ${type}` }];
  const parsed = response.safeParse(parseJson(answer.bytes));
  return parsed.success ? [] : [{ kind: 'body', text: `not as declared: ${parsed.error.message.slice(0, 300)}` }];
}

function checkError(endpoint: Endpoint, answer: AttackAnswer): readonly Finding[] {
  const codes = listErrorStatuses(endpoint).get(answer.status);
  if (codes === undefined) return [{ kind: 'status', text: `status ${answer.status} is not declared` }];
  if (endpoint.method === 'HEAD') return [];
  const parsed = ErrorEnvelope.safeParse(parseJson(answer.bytes));
  if (!parsed.success) return [{ kind: 'body', text: `no error envelope: ${answer.bytes.toString().slice(0, 200)}` }];
  const { code } = parsed.data.error;
  return codes.some((one) => one === code)
    ? []
    : [{ kind: 'status', text: `code ${code} with status ${answer.status} is not declared` }];
}

function parseJson(bytes: Buffer): unknown {
  try {
    return JSON.parse(bytes.toString('utf8'));
  } catch {
    return undefined;
  }
}
