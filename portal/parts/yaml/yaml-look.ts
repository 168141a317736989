import { HighlightStyle } from '@codemirror/language'
import type { Extension } from '@codemirror/state'
import { EditorView } from '@codemirror/view'
import { tags } from '@lezer/highlight'

/** All colours are variables of the theme, so that light and dark need no two looks. */
export const yamlColours = HighlightStyle.define([
  { tag: tags.definition(tags.propertyName), color: 'var(--mantine-color-ink-light-color)', fontWeight: '600' },
  { tag: [tags.string, tags.content], color: 'var(--mantine-color-text)' },
  { tag: tags.comment, color: 'var(--mantine-color-dimmed)', fontStyle: 'italic' },
  { tag: [tags.number, tags.bool, tags.keyword], color: 'var(--mantine-color-teal-light-color)' },
  { tag: tags.punctuation, color: 'var(--mantine-color-dimmed)' },
])

export const yamlLook = (isSmall: boolean): Extension =>
  EditorView.theme({
    '&': {
      color: 'var(--mantine-color-text)',
      backgroundColor: 'var(--portal-raised)',
      border: '1px solid var(--portal-line)',
      borderRadius: 'var(--mantine-radius-md)',
      fontSize: '0.875rem',
    },
    '&.cm-focused': { outline: '2px solid var(--mantine-primary-color-filled)', outlineOffset: '1px' },
    '.cm-scroller': {
      fontFamily: 'var(--mantine-font-family-monospace)',
      lineHeight: '1.6',
      ...(isSmall ? { maxHeight: '16rem' } : { minHeight: '24rem' }),
    },
    '.cm-content': { caretColor: 'var(--mantine-color-text)', padding: '8px 0' },
    '.cm-cursor': { borderLeftColor: 'var(--mantine-color-text)' },
    '.cm-gutters': {
      backgroundColor: 'transparent',
      color: 'var(--mantine-color-dimmed)',
      border: 'none',
    },
    '.cm-activeLine': { backgroundColor: 'color-mix(in srgb, var(--mantine-color-ink-5) 8%, transparent)' },
    '&.cm-focused > .cm-scroller > .cm-selectionLayer .cm-selectionBackground, .cm-selectionBackground': {
      backgroundColor: 'color-mix(in srgb, var(--mantine-color-ink-5) 30%, transparent)',
    },
    '&.cm-focused .cm-matchingBracket': {
      backgroundColor: 'color-mix(in srgb, var(--mantine-color-ink-5) 25%, transparent)',
    },
    '.cm-tooltip': {
      backgroundColor: 'var(--portal-raised)',
      color: 'var(--mantine-color-text)',
      border: '1px solid var(--portal-line)',
      borderRadius: 'var(--mantine-radius-sm)',
      boxShadow: 'var(--mantine-shadow-md)',
      maxWidth: '32rem',
    },
    '.cm-tooltip-autocomplete > ul > li': { padding: '2px 8px' },
    '.cm-tooltip-autocomplete > ul > li[aria-selected]': {
      backgroundColor: 'var(--mantine-primary-color-filled)',
      color: 'var(--mantine-primary-color-contrast)',
    },
    '.cm-completionDetail': { fontStyle: 'normal', opacity: '0.8' },
    '.cm-meaning': { padding: '6px 10px', fontFamily: 'var(--mantine-font-family)' },
    '.cm-diagnostic': { fontFamily: 'var(--mantine-font-family)', padding: '6px 10px' },
    '.cm-diagnostic-error': { borderLeft: '4px solid var(--mantine-color-error)' },
    '.cm-lintRange-error': {
      backgroundImage: 'none',
      textDecoration: 'underline wavy var(--mantine-color-error)',
    },
    '.cm-lintRange-warning': { backgroundImage: 'none', textDecoration: 'underline wavy orange' },
  })
