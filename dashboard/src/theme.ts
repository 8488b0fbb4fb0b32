import { type CSSVariablesResolver, createTheme, type MantineColorsTuple } from '@mantine/core';

const water: MantineColorsTuple = [
  '#ecf7fa',
  '#d6ecf2',
  '#add9e5',
  '#80c4d7',
  '#58b0c9',
  '#3199b5',
  '#1a819e',
  '#0f6a84',
  '#0f566b',
  '#0c4354',
];

const night: MantineColorsTuple = [
  '#dfe4e8',
  '#b9c2ca',
  '#929da7',
  '#6b7681',
  '#424c55',
  '#343d45',
  '#283037',
  '#1c2227',
  '#15191d',
  '#0f1316',
];

/** Calm and dense: one accent, small type, hairlines instead of shadows; only fonts the system has. */
export const theme = createTheme({
  primaryColor: 'water',
  primaryShade: 7,
  colors: { water, dark: night },
  fontFamily: 'Inter, ui-sans-serif, system-ui, -apple-system, "Segoe UI", Roboto, "Helvetica Neue", Arial, sans-serif',
  fontFamilyMonospace: 'ui-monospace, "SF Mono", "Cascadia Mono", Menlo, Consolas, "Liberation Mono", monospace',
  fontSizes: { xs: '0.75rem', sm: '0.8125rem', md: '0.875rem', lg: '1rem', xl: '1.125rem' },
  headings: {
    fontWeight: '600',
    sizes: {
      h1: { fontSize: '1.375rem', lineHeight: '1.3' },
      h2: { fontSize: '0.9375rem', lineHeight: '1.4' },
      h3: { fontSize: '0.8125rem', lineHeight: '1.4' },
    },
  },
  defaultRadius: 'md',
  radius: { xs: '3px', sm: '5px', md: '7px', lg: '10px', xl: '16px' },
  cursorType: 'pointer',
  respectReducedMotion: true,
  components: {
    Modal: { defaultProps: { centered: true, overlayProps: { backgroundOpacity: 0.45 }, padding: 'lg' } },
    Button: { defaultProps: { size: 'sm' } },
    Tooltip: { defaultProps: { withArrow: true, openDelay: 200, multiline: true, maw: 320 } },
  },
});

/** Secondary text keeps a contrast of at least 4.5 to 1 on every surface. */
export const cssVariables: CSSVariablesResolver = () => ({
  variables: {},
  light: {
    '--mantine-color-dimmed': '#55606a',
    '--mantine-color-text': '#1a2126',
    '--mantine-color-placeholder': '#6f7982',
    '--mantine-color-error': '#b42318',
    '--sluice-canvas': '#f6f8f9',
    '--sluice-surface': '#ffffff',
    '--sluice-line': '#dfe4e8',
    '--sluice-hover': '#eef2f4',
    '--sluice-current': '#e2eef2',
    '--sluice-current-text': '#0c4354',
    '--sluice-good': '#16885a',
    '--sluice-waiting': '#c27803',
    '--sluice-bad': '#c4321f',
    '--sluice-warning-text': '#8a4b00',
    '--sluice-warning-surface': '#fff6e6',
    '--sluice-warning-line': '#f0d5a8',
    '--sluice-danger-surface': '#fef1ef',
    '--sluice-danger-line': '#f3c9c3',
  },
  dark: {
    '--mantine-color-dimmed': '#9ba6af',
    '--mantine-color-text': '#dfe4e8',
    '--mantine-color-placeholder': '#828d97',
    '--mantine-color-error': '#ff8a7a',
    '--mantine-color-body': '#1a2025',
    '--sluice-canvas': '#12161a',
    '--sluice-surface': '#1a2025',
    '--sluice-line': '#2e363d',
    '--sluice-hover': '#222a30',
    '--sluice-current': '#1d3640',
    '--sluice-current-text': '#add9e5',
    '--sluice-good': '#3fbf8a',
    '--sluice-waiting': '#f0b13c',
    '--sluice-bad': '#ff7866',
    '--sluice-warning-text': '#f3c068',
    '--sluice-warning-surface': '#2e2617',
    '--sluice-warning-line': '#54431f',
    '--sluice-danger-surface': '#33201e',
    '--sluice-danger-line': '#5c332e',
  },
});
