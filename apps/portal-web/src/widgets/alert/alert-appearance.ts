import type { MessageKey } from '@varco/i18n/message-types.ts';
import type { IconName } from '@varco/ui/icon-paths.ts';
import type { Tone } from '@varco/ui/tone.ts';

/** The five checks a transit carries, by their wire names. */
export type AlertField = 'assicurata' | 'revisionata' | 'rubata' | 'sives' | 'allarme';

export type AlertAppearance = {
  readonly icon: IconName | null;
  readonly tone: Tone;
  readonly variant: 'plain' | 'tint' | 'solid';
  /** Text of a table cell: a text key, or the wire code itself where the code is the text. */
  readonly short: MessageKey | { readonly code: string };
  /** The full word, always the accessible name and the tooltip. */
  readonly full: MessageKey | { readonly code: string };
  /** Whether it needs attention: such rows and cards are marked. */
  readonly isAlert: boolean;
};

const ABSENT: AlertAppearance = {
  icon: null,
  tone: 'nt',
  variant: 'plain',
  short: 'widgets:alert.short.notChecked',
  full: 'widgets:alert.full.notChecked',
  isAlert: false,
};

/** Values with the same meaning in every field: not checked, for several reasons (T 4.2, readings TA59). */
const SPECIAL: ReadonlyMap<string, AlertAppearance> = new Map([
  ['', ABSENT],
  ['--', ABSENT],
  ['/', ABSENT],
  ['xx', specialValue('slashRing', 'wa', 'noService')],
  ['<x>', specialValue('key', 'wa', 'licence')],
  ['<!>', specialValue('hourglass', 'wa', 'congestion')],
  ['**', specialValue('eyeOff', 'pv', 'redacted')],
]);

function specialValue(
  icon: IconName,
  tone: Tone,
  word: 'noService' | 'licence' | 'congestion' | 'redacted',
): AlertAppearance {
  return {
    icon,
    tone,
    variant: 'plain',
    short: `widgets:alert.short.${word}`,
    full: `widgets:alert.full.${word}`,
    isAlert: false,
  };
}

const REGULAR: AlertAppearance = {
  icon: 'check',
  tone: 'ok',
  variant: 'plain',
  short: 'widgets:alert.yes',
  full: 'widgets:alert.full.regular',
  isAlert: false,
};

const MISSING: AlertAppearance = {
  icon: 'cross',
  tone: 'al',
  variant: 'tint',
  short: 'widgets:alert.no',
  full: 'widgets:alert.full.missing',
  isAlert: true,
};

/** Checked without a finding. Neutral: stolen and registry never show the ok state (ALR-02). */
const NEGATIVE: AlertAppearance = {
  icon: null,
  tone: 'nt',
  variant: 'plain',
  short: 'widgets:alert.negative',
  full: 'widgets:alert.full.negative',
  isAlert: false,
};

const STOLEN: AlertAppearance = {
  icon: 'octagon',
  tone: 'al',
  variant: 'solid',
  short: 'widgets:alert.short.stolen',
  full: 'widgets:alert.full.stolen',
  isAlert: true,
};

function listedValue(code: string, full: AlertAppearance['full']): AlertAppearance {
  return { icon: 'shield', tone: 'al', variant: 'tint', short: { code: code.toUpperCase() }, full, isAlert: true };
}

/** Codes of the lists (T 3.6, readings TA11). Every code except `no` is an alert. */
const LIST_CODES: ReadonlyMap<string, AlertAppearance> = new Map([
  [
    'si',
    {
      icon: 'ban',
      tone: 'al',
      variant: 'solid',
      short: 'widgets:alert.short.blacklist',
      full: 'widgets:alert.full.blacklist',
      isAlert: true,
    },
  ],
  [
    'pn',
    {
      icon: 'mask',
      tone: 'pv',
      variant: 'tint',
      short: 'widgets:alert.short.figurehead',
      full: 'widgets:alert.full.figurehead',
      isAlert: true,
    },
  ],
  ['rub', STOLEN],
  ['rad', listedValue('rad', 'widgets:alert.full.struckOff')],
  ['scn', listedValue('scn', 'widgets:alert.full.scn')],
]);

const FORCES: AlertAppearance = {
  icon: 'shield',
  tone: 'al',
  variant: 'tint',
  short: 'widgets:alert.short.forces',
  full: 'widgets:alert.full.forces',
  isAlert: true,
};

/** An unknown value is shown unchanged and neutral, without guessing its meaning. */
function buildUnknownAppearance(value: string): AlertAppearance {
  return { icon: null, tone: 'nt', variant: 'plain', short: { code: value }, full: { code: value }, isAlert: false };
}

/**
 * How to show the value of a check (design 8, T 4.2).
 * @param value wire value; null when the plant did not send the field
 */
export function getAlertAppearance(field: AlertField, value: string | null): AlertAppearance {
  const code = (value ?? '').trim().toLowerCase();
  const shared = SPECIAL.get(code);
  if (shared !== undefined) return shared;
  switch (field) {
    case 'assicurata':
    case 'revisionata':
      if (code === 'si') return REGULAR;
      return code === 'no' ? MISSING : buildUnknownAppearance(code);
    case 'rubata':
      if (code === 'si' || code === 'true' || code === 'rub') return STOLEN;
      return code === 'no' || code === 'false' ? NEGATIVE : buildUnknownAppearance(code);
    case 'sives':
      // Any other value is an alert; list codes have their own text.
      if (code === 'no') return NEGATIVE;
      return code === 'si' ? FORCES : (LIST_CODES.get(code) ?? listedValue(code, { code: code.toUpperCase() }));
    case 'allarme':
      return code === 'no' ? NEGATIVE : (LIST_CODES.get(code) ?? listedValue(code, { code: code.toUpperCase() }));
  }
}
