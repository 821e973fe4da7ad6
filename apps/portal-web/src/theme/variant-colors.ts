import type { VariantColorsResolver } from '@mantine/core';
import { defaultVariantColorsResolver } from '@mantine/core';

/** Maps color names to the prefix of their tokens (`--al`, `--al-bg`, `--al-tx`, `--al-line`, `--al-on`). */
const TOKENS: Readonly<Record<string, string>> = {
  ottanio: 'ac',
  allarme: 'al',
  attenzione: 'wa',
  regolare: 'ok',
  info: 'in',
  riserva: 'pv',
};

/**
 * Colors of Mantine's variants from the tokens, so that both themes have the measured contrast (design 2, 16). `filled`
 * is reserved for actions and alarms; `light` uses background, text and line of one tone.
 */
export const variantColors: VariantColorsResolver = (input) => {
  const token = TOKENS[input.color ?? input.theme.primaryColor];
  if (input.variant === 'default') {
    return {
      background: 'var(--mantine-color-default)',
      hover: 'var(--bg-3)',
      color: 'var(--tx-1)',
      border: '1px solid var(--line-2)',
    };
  }
  if (token === undefined) return defaultVariantColorsResolver(input);
  const tone = (part: string): string => `var(--${token}${part})`;
  switch (input.variant) {
    case 'filled':
      return {
        background: tone(''),
        hover: token === 'ac' ? 'var(--ac-hover)' : tone(''),
        color: tone('-on'),
        border: `1px solid ${tone('')}`,
      };
    case 'light':
      return { background: tone('-bg'), hover: tone('-bg'), color: tone('-tx'), border: `1px solid ${tone('-line')}` };
    case 'outline':
      return {
        background: 'transparent',
        hover: tone('-bg'),
        color: tone('-tx'),
        border: `1px solid ${tone('-line')}`,
      };
    case 'subtle':
    case 'transparent':
      return {
        background: 'transparent',
        hover: 'var(--bg-3)',
        // Subtle actions are neutral; only a tone with a meaning colors their text.
        color: token === 'ac' ? 'var(--tx-2)' : tone('-tx'),
        border: '1px solid transparent',
      };
    default:
      return defaultVariantColorsResolver(input);
  }
};
