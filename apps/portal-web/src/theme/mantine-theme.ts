import type {
  ActionIconProps,
  ButtonProps,
  CheckboxGroupProps,
  CheckboxProps,
  CSSVariablesResolver,
  InputProps,
  MenuProps,
  ModalProps,
  MultiSelectProps,
  SelectProps,
  SwitchProps,
  TabsProps,
  TooltipProps,
} from '@mantine/core';
import { createTheme } from '@mantine/core';
import overrides from './mantine-overrides.module.css';
import { variantColors } from './variant-colors.ts';

/** Ten shades of each tone; shade 6 fills in the light theme, shade 4 in the dark one (design 16). */
const colors = {
  ottanio: [
    '#ddf1f5',
    '#b1dae4',
    '#7fc0cf',
    '#62c1d4',
    '#45c1d8',
    '#2397af',
    '#006c85',
    '#00586d',
    '#0a4252',
    '#0c2c34',
  ],
  allarme: [
    '#fde9e9',
    '#f6c9cb',
    '#e9a3a6',
    '#e26d72',
    '#d93a40',
    '#cf282f',
    '#c4161f',
    '#b1121b',
    '#7d2d32',
    '#371417',
  ],
  attenzione: [
    '#fff2d6',
    '#f0d7a6',
    '#dfbb77',
    '#e3af52',
    '#e6a32e',
    '#c18017',
    '#9c5d00',
    '#865100',
    '#6e5220',
    '#2f220a',
  ],
  regolare: [
    '#e1f4e8',
    '#bae0c9',
    '#92cba9',
    '#69c090',
    '#3fb577',
    '#2c985f',
    '#187a47',
    '#136b3d',
    '#235f40',
    '#0e271a',
  ],
  info: ['#e6effc', '#c5d7f2', '#a3bfe8', '#87b2ef', '#6aa5f5', '#4883d7', '#2660b8', '#1f56a8', '#2c4c7c', '#10223c'],
  riserva: [
    '#f0eafc',
    '#d8caf3',
    '#c0a9ea',
    '#b79bee',
    '#ae8cf2',
    '#8c66d9',
    '#6a40bf',
    '#5e36ae',
    '#4f3b7a',
    '#211733',
  ],
  dark: ['#e4eaed', '#c6d0d6', '#a8b4bc', '#8793a0', '#6a7780', '#2e373e', '#1d2429', '#161b1f', '#101417', '#090c0e'],
} as const;

const inputDefaults = { size: 'sm' } as const;

/**
 * Default props and class names of a component. Unlike `Component.extend` this does not import the component; otherwise
 * every page would load all components before the sign-in.
 */
const styleComponent = <Props>(look: {
  defaultProps?: Partial<Props>;
  classNames?: Record<string, string | undefined>;
}) => look;

/** Mantine theme based on the design tokens. Components read CSS variables; the hex values only fill Mantine's scales. */
export const mantineTheme = createTheme({
  colors,
  primaryColor: 'ottanio',
  primaryShade: { light: 6, dark: 4 },
  autoContrast: true,
  variantColorResolver: variantColors,
  fontFamily: 'var(--font-ui)',
  fontFamilyMonospace: 'var(--font-plate)',
  fontSizes: { xs: '11px', sm: '12px', md: '13px', lg: '14px', xl: '16px' },
  lineHeights: { xs: '1.2', sm: '1.4', md: '1.4', lg: '1.4', xl: '1.55' },
  headings: {
    fontFamily: 'var(--font-ui)',
    fontWeight: '600',
    sizes: {
      h1: { fontSize: '20px', lineHeight: '1.2' },
      h2: { fontSize: '16px', lineHeight: '1.2' },
      h3: { fontSize: '14px', lineHeight: '1.4' },
    },
  },
  spacing: { xs: '4px', sm: '8px', md: '12px', lg: '16px', xl: '24px' },
  radius: { xs: '3px', sm: '5px', md: '8px', lg: '12px' },
  defaultRadius: 'sm',
  shadows: { xs: 'var(--sh-1)', md: 'var(--sh-2)', xl: 'var(--sh-3)' },
  breakpoints: { xs: '37.5em', sm: '64em', md: '75em', lg: '90em', xl: '120em' },
  cursorType: 'pointer',
  focusRing: 'auto',
  focusClassName: overrides.focus ?? '',
  respectReducedMotion: true,
  components: {
    Button: styleComponent<ButtonProps>({ defaultProps: { size: 'sm' }, classNames: { root: overrides.button } }),
    ActionIcon: styleComponent<ActionIconProps>({ defaultProps: { variant: 'subtle', size: 30, color: 'gray' } }),
    Input: styleComponent<InputProps>({
      defaultProps: inputDefaults,
      classNames: { wrapper: overrides.inputWrapper, input: overrides.input },
    }),
    InputWrapper: styleComponent<InputProps>({
      defaultProps: inputDefaults,
      classNames: { label: overrides.label, description: overrides.description, error: overrides.error },
    }),
    TextInput: styleComponent<InputProps>({ defaultProps: inputDefaults }),
    NumberInput: styleComponent<InputProps>({ defaultProps: inputDefaults }),
    // Enter takes the first option that matches; without it, a form in which something is typed would be sent without that.
    MultiSelect: styleComponent<MultiSelectProps>({ defaultProps: { selectFirstOptionOnChange: true } }),
    Select: styleComponent<SelectProps>({ defaultProps: { ...inputDefaults, checkIconPosition: 'right' } }),
    // Boxes of a group take its size.
    CheckboxGroup: styleComponent<CheckboxGroupProps>({ defaultProps: { size: 'xs' } }),
    Checkbox: styleComponent<CheckboxProps>({
      defaultProps: { size: 'xs', radius: 'xs' },
      classNames: { input: overrides.checkbox, label: overrides.checkLabel },
    }),
    Switch: styleComponent<SwitchProps>({ defaultProps: { size: 'xs' }, classNames: { track: overrides.switchTrack } }),
    Tabs: styleComponent<TabsProps>({ classNames: { root: overrides.tabs, tab: overrides.tab } }),
    Menu: styleComponent<MenuProps>({
      defaultProps: { withinPortal: true, radius: 'md', shadow: 'md', transitionProps: { duration: 160 } },
      classNames: { dropdown: overrides.menu, item: overrides.menuItem },
    }),
    Modal: styleComponent<ModalProps>({
      defaultProps: { radius: 'lg', shadow: 'xl', centered: true, transitionProps: { duration: 160 } },
      classNames: { title: overrides.modalTitle, content: overrides.modal },
    }),
    Tooltip: styleComponent<TooltipProps>({
      defaultProps: { openDelay: 300, withArrow: false, radius: 'sm', transitionProps: { duration: 90 } },
      classNames: { tooltip: overrides.tooltip },
    }),
  },
});

const shared = {
  '--mantine-color-body': 'var(--bg-1)',
  '--mantine-color-text': 'var(--tx-1)',
  '--mantine-color-dimmed': 'var(--tx-3)',
  '--mantine-color-placeholder': 'var(--tx-3)',
  '--mantine-color-default-border': 'var(--line-2)',
  '--mantine-color-default-hover': 'var(--bg-3)',
  '--mantine-color-default-color': 'var(--tx-1)',
  '--mantine-color-error': 'var(--al-tx)',
  '--mantine-color-anchor': 'var(--ac-tx)',
};

/** Maps Mantine's own variables to the tokens. Only the background of default controls differs between the themes. */
export const cssVariables: CSSVariablesResolver = () => ({
  variables: {},
  light: { ...shared, '--mantine-color-default': 'var(--bg-1)' },
  dark: { ...shared, '--mantine-color-default': 'var(--bg-2)' },
});
