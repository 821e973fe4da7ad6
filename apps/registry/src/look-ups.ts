import {
  isCharged,
  listCharges,
  registryLookUp,
  type Charge,
  type RegistryLookUpRequest,
  type RegistryLookUpResponse,
  type RegistryLookUpKind,
} from '@varco/contract/registry/look-up.ts';
import { AppError } from '@varco/server-kit/errors/app-error.ts';
import { implement } from '@varco/server-kit/http/implement.ts';
import type { CallContext } from '@varco/server-kit/http/call-context.ts';
import type { Viewer } from '@varco/server-kit/http/viewer.ts';
import type { RegistryApp } from './registry-app.ts';
import type { ChargeLedger } from './charge-ledger.ts';
import { formatRomeDay } from './day-in-rome.ts';
import { buildLicenceDocuments } from './licence-pdf.ts';
import type { RegistryRecords } from './record-source.ts';

/** Invented prices, in cents. */
export const PRICES: Readonly<Record<RegistryLookUpKind, number>> = {
  basic: 0,
  vehicle: 0,
  owner: 110,
  'owner-full': 180,
  booklet: 162,
  licence: 205,
  infractions: 205,
};

export interface LookUpDeps {
  readonly records: RegistryRecords;
  readonly book: ChargeLedger;
  /** Applies the fault of this call: throws at once, or returns a function that delays or damages the response. */
  readonly applyFault: (ctx: CallContext<Viewer>) => () => Promise<void>;
}

/** Routes of look-ups and charges. A charge is on disk before the response can fail. */
export function lookUpRoutes(app: RegistryApp, needs: LookUpDeps): void {
  implement(app, registryLookUp, async ({ body }, ctx) => {
    const spoil = needs.applyFault(ctx);
    const { charge_id: chargeId, only_if_charged: isRecall, ...question } = body;
    if (isCharged(question.kind) && chargeId === null) throw new AppError('bad_request', { field: 'charge_id' });
    const answer = buildLookUpResponse(
      needs,
      question,
      isCharged(question.kind) ? chargeId : null,
      isRecall,
      ctx.now(),
    );
    await spoil();
    return answer;
  });
  implement(app, listCharges, () => {
    const lines = needs.book.all();
    return {
      count: lines.length,
      cents: lines.reduce((sum, line) => sum + line.cents, 0),
      charges: lines.slice(0, 1000).map(({ question: _kept, ...line }) => line),
    };
  });
}

function buildLookUpResponse(
  { records, book }: LookUpDeps,
  question: RegistryLookUpRequest,
  chargeId: string | null,
  isRecall: boolean,
  now: string,
): RegistryLookUpResponse {
  const before = chargeId === null ? null : book.find(chargeId);
  if (before !== null && !book.isForRequest(before, question)) throw new AppError('conflict');
  if (before === null && isRecall) throw new AppError('not_found');
  // A repetition returns what was paid for: the register as of that day.
  const at = before?.at ?? now;
  const record = records.lookUp(question, formatRomeDay(at));
  let charge: Charge | null = before === null ? null : { receipt: before.receipt, cents: before.cents, at: before.at };
  if (chargeId !== null && record !== null) charge ??= book.charge(chargeId, question, PRICES[question.kind], at);
  const documents = record !== null && question.kind === 'licence' ? buildLicenceDocuments(record) : null;
  return { kind: question.kind, key: question.key.value, record, documents, charge, checked_at: at };
}
