import { ErrorEnvelope } from '@varco/contract/error-envelope.ts';

/** Code and sub-code of a failed call, as `conflict/request_closed`. */
export const errorOf = ({ body }: { readonly body: unknown }): string => {
  const { code, sub_code: sub } = ErrorEnvelope.parse(body).error;
  return `${code}/${sub ?? ''}`;
};
