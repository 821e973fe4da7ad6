import type { AppError } from '@varco/server-kit/errors/app-error.ts';
import type { SimResponse } from '../engine/messages.ts';

export const ok = (value: unknown): SimResponse => ({ status: 200, body: JSON.stringify(value) });

export const refuse = (status: number, code: string, sub?: string): SimResponse => ({
  status,
  body: JSON.stringify({ error: { code, path: '', ...(sub === undefined ? {} : { sub_code: sub }) } }),
});

/** The response to an error that the product means for its callers. */
export const refuseError = ({ status, code, sub }: AppError): SimResponse => refuse(status, code, sub ?? undefined);
