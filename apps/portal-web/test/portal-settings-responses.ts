/** Responses of the test portal for its settings. All invented; nothing is kept. */
const CHANGED = { by: 'verdi', at: '2026-11-20T13:00:00.000Z' };
const limit = (value: unknown) => ({ value, ver: 1, changed: null, from_environment: true });
const changed = (value: unknown) => ({ value, ver: 4, changed: CHANGED, from_environment: false });

const SETTINGS = {
  values: {
    force_domains: limit(['gdf.it', 'interno.it']),
    staff_domains: limit([]),
    institutional_domains: changed(['comune.*.it']),
    two_factor_required: limit(true),
    export_patience_s: changed(600),
    maps: limit({
      ...{ source: '', credit: '', source_2: '/map/italia.pmtiles', credit_2: 'Esempio' },
      ...{ streets: '', streets_credit: '', origins: [], routing_url: '', routing_key: '' },
    }),
  },
  mail: changed({
    ...{ host: 'posta.example', port: 587, security: 'starttls', user: 'varco' },
    ...{ has_password: true, from: 'varco@portale.example' },
  }),
};

/** A patience of 7 s was changed by somebody else meanwhile; the trial is refused by the mail server. */
export function respondToPortalSettingsCall(
  route: string,
  body: Record<string, unknown>,
): { readonly status: number; readonly body: object } {
  if (route.endsWith('/mail/try'))
    return { status: 200, body: { sent: false, to: 'rossi@pl.example', reply: '550 <b>unknown</b> sender' } };
  if (body['value'] === 7) return { status: 409, body: { error: { code: 'conflict', sub_code: '', path: '/test' } } };
  if (route.endsWith('/mail') && body['mail'] === null)
    return { status: 200, body: { ...SETTINGS, mail: { ...changed(null), ver: 5 } } };
  return { status: 200, body: SETTINGS };
}
