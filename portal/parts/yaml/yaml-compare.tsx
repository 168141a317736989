import { MergeView } from '@codemirror/merge'
import { EditorState, type Extension } from '@codemirror/state'
import { EditorView, lineNumbers } from '@codemirror/view'
import { useEffect, useRef } from 'react'
import { pageNonce } from '../../theme/nonce.ts'

interface YamlCompareProps {
  readonly label: string
  readonly before: string
  readonly after: string
}

/** Two texts side by side, with what differs marked; what is the same in both is folded away. */
export function YamlCompare({ label, before, after }: YamlCompareProps) {
  const place = useRef<HTMLDivElement>(null)
  useEffect(() => {
    if (!place.current) return
    const view = new MergeView({
      a: { doc: before, extensions: extensionsOf(label) },
      b: { doc: after, extensions: extensionsOf(label) },
      parent: place.current,
      collapseUnchanged: { margin: 3, minSize: 6 },
      gutter: true,
    })
    return () => view.destroy()
  }, [label, before, after])
  return <div ref={place} />
}

const extensionsOf = (label: string): Extension => [
  EditorView.cspNonce.of(pageNonce()),
  EditorState.readOnly.of(true),
  EditorView.contentAttributes.of({ 'aria-label': label }),
  lineNumbers(),
  EditorView.lineWrapping,
  look,
]

/** All colours are variables of the theme, so that light and dark need no two looks. */
const look = EditorView.theme({
  '&': { color: 'var(--mantine-color-text)', backgroundColor: 'var(--portal-raised)', fontSize: '0.8125rem' },
  '.cm-scroller': { fontFamily: 'var(--mantine-font-family-monospace)', lineHeight: '1.6' },
  '.cm-gutters': { backgroundColor: 'transparent', color: 'var(--mantine-color-dimmed)', border: 'none' },
  '.cm-changedLine': { backgroundColor: 'color-mix(in srgb, var(--mantine-color-yellow-5) 14%, transparent)' },
  '.cm-changedText': {
    background: 'color-mix(in srgb, var(--mantine-color-yellow-5) 40%, transparent)',
    textDecoration: 'underline',
  },
  '.cm-collapsedLines': {
    backgroundColor: 'var(--portal-page)',
    backgroundImage: 'none',
    color: 'var(--mantine-color-text)',
  },
})
