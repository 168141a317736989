import { type CSSVariablesResolver, createTheme, type MantineColorsTuple, type MantineTheme } from '@mantine/core'

/** The colour of everything that can be pressed: dark enough to be read as text, and to carry white text. */
const ink: MantineColorsTuple = [
  '#eef4fb',
  '#dbe6f3',
  '#b4cbe5',
  '#8aaed8',
  '#6796cc',
  '#5086c5',
  '#3d77ba',
  '#2a6099',
  '#1f4e79',
  '#143a5c',
]

/** Greys with a hint of the sea, for the dark scheme. */
const dark: MantineColorsTuple = [
  '#d5dae1',
  '#b8bfc9',
  '#9aa3b0',
  '#6c7683',
  '#434c58',
  '#343c47',
  '#262d36',
  '#1b2129',
  '#141920',
  '#0e1217',
]

const systemFonts =
  'system-ui, -apple-system, "Segoe UI", Roboto, "Helvetica Neue", "Noto Sans", "Liberation Sans", Arial, sans-serif'

export const theme = createTheme({
  primaryColor: 'ink',
  primaryShade: { light: 7, dark: 6 },
  autoContrast: true,
  colors: { ink, dark },
  fontFamily: systemFonts,
  fontFamilyMonospace: 'ui-monospace, "SF Mono", "Cascadia Mono", Menlo, Consolas, "Liberation Mono", monospace',
  headings: {
    fontFamily: systemFonts,
    fontWeight: '600',
    sizes: { h1: { fontSize: '1.625rem', lineHeight: '1.25' }, h2: { fontSize: '1.125rem', lineHeight: '1.4' } },
  },
  defaultRadius: 'md',
  cursorType: 'pointer',
  respectReducedMotion: true,
  components: {
    Paper: { defaultProps: { withBorder: true } },
    // Inside a dialog, the kit's header would count as a second one of the page.
    Modal: { defaultProps: { centered: true, attributes: { header: { role: 'presentation' } } } },
    Tooltip: { defaultProps: { openDelay: 300, withArrow: true } },
    // What may be left out says so; everything else is needed.
    InputWrapper: { defaultProps: { withAsterisk: false } },
    Table: { defaultProps: { verticalSpacing: 'sm' } },
    Skeleton: { defaultProps: { radius: 'sm' } },
  },
})

/** Mantine's own secondary texts are too faint to be read easily; these have a contrast of at least 4.5 to 1. */
export const readableVariables: CSSVariablesResolver = (theme) => ({
  variables: {},
  light: {
    '--mantine-color-dimmed': '#56606b',
    '--mantine-color-placeholder': '#68727d',
    '--mantine-color-body': '#ffffff',
    '--mantine-color-error': '#b3261e',
    '--portal-page': '#f6f8fa',
    '--portal-raised': '#ffffff',
    '--portal-line': '#dfe4ea',
    '--portal-number': '#16202b',
    ...lightTexts(theme, 9),
    // Even the darkest shades of these two are too light on their own ground.
    '--mantine-color-yellow-light-color': '#6b3d00',
    '--mantine-color-teal-light-color': '#05543c',
    '--mantine-color-teal-light': 'var(--mantine-color-teal-0)',
  },
  dark: {
    '--mantine-color-dimmed': '#a3adba',
    '--mantine-color-placeholder': '#929dab',
    '--mantine-color-body': '#1b2129',
    '--mantine-color-error': '#ff9d95',
    '--portal-page': '#141920',
    '--portal-raised': '#1b2129',
    '--portal-line': '#323a45',
    '--portal-number': '#f2f5f8',
    ...lightTexts(theme, 2),
    '--mantine-color-ink-text': '#8aaed8',
    '--mantine-color-anchor': '#9dbde2',
  },
})

/** Texts on a light ground of the same colour, as badges have them. */
function lightTexts({ colors }: MantineTheme, shade: number): Record<string, string> {
  return Object.fromEntries(
    Object.keys(colors).map((name) => {
      const own = `var(--mantine-color-${name}-${shade})`
      // The darkest shades of green and yellow are still too light for small texts.
      return [`--mantine-color-${name}-light-color`, shade === 9 ? `color-mix(in srgb, ${own} 70%, black)` : own]
    }),
  )
}
