import { autocompletion, closeBrackets, closeBracketsKeymap, completionKeymap } from '@codemirror/autocomplete'
import { defaultKeymap, history, historyKeymap, indentWithTab } from '@codemirror/commands'
import { yaml } from '@codemirror/lang-yaml'
import { bracketMatching, indentOnInput, indentUnit, syntaxHighlighting } from '@codemirror/language'
import { type Diagnostic, lintGutter, setDiagnostics } from '@codemirror/lint'
import { Compartment, EditorState, type Extension } from '@codemirror/state'
import { drawSelection, EditorView, highlightActiveLine, hoverTooltip, keymap, lineNumbers } from '@codemirror/view'
import { useEffect, useRef } from 'react'
import { pageNonce } from '../../theme/nonce.ts'
import { complete, type NamesAt } from './completion.ts'
import { meaningAt, type YamlSchema } from './schema-at.ts'
import { contextAt } from './text-context.ts'
import { yamlColours, yamlLook } from './yaml-look.ts'

/** Something to say about a place in the text. Lines and columns begin at 1. */
export interface YamlRemark {
  readonly line: number
  readonly column: number
  readonly message: string
  readonly isWarning?: boolean
}

interface YamlEditorProps {
  readonly label: string
  /** How to leave it with the keyboard, for those who hear the page. */
  readonly hint: string
  readonly value: string
  readonly onChange: (text: string) => void
  readonly remarks?: readonly YamlRemark[]
  readonly schema?: YamlSchema | undefined
  readonly namesAt?: NamesAt | undefined
  readonly isReadOnly?: boolean
  /** A few lines in a form, rather than a whole page. */
  readonly isSmall?: boolean
}

/** The one editor for YAML: completes, explains and marks what is wrong. Tab indents; Escape and then Tab leaves it. */
export function YamlEditor(props: YamlEditorProps) {
  const { label, hint, value, remarks = noRemarks, isReadOnly = false, isSmall = false } = props
  const place = useRef<HTMLDivElement>(null)
  const view = useRef<EditorView>(null)
  // What the editor calls when something happens is always of the last time it was drawn.
  const current = useRef(props)
  current.current = props
  useEffect(() => {
    if (!place.current) return
    const made = new EditorView({
      parent: place.current,
      state: EditorState.create({ doc: current.current.value, extensions: extensionsOf(current, isSmall) }),
    })
    view.current = made
    return () => {
      view.current = null
      made.destroy()
    }
  }, [isSmall])
  useEffect(() => {
    const attributes = { 'aria-label': label, 'aria-description': hint }
    view.current?.dispatch({
      effects: settings.reconfigure([EditorView.contentAttributes.of(attributes), EditorState.readOnly.of(isReadOnly)]),
    })
  }, [label, hint, isReadOnly])
  useEffect(() => {
    const shown = view.current?.state.doc.toString()
    if (view.current && shown !== undefined && shown !== value)
      view.current.dispatch({ changes: difference(shown, value) })
  }, [value])
  useEffect(() => {
    const { current: shown } = view
    if (shown)
      shown.dispatch(
        setDiagnostics(
          shown.state,
          remarks.map((one) => diagnosticOf(shown.state, one)),
        ),
      )
  }, [remarks])
  return <div ref={place} />
}

const noRemarks: readonly YamlRemark[] = []
const settings = new Compartment()
/** What somebody does, in contrast to a text that comes from the form. */
const userEvents = ['input', 'delete', 'undo', 'redo', 'move']

function extensionsOf(current: { readonly current: YamlEditorProps }, isSmall: boolean): Extension {
  return [
    EditorView.cspNonce.of(pageNonce()),
    settings.of([]),
    isSmall ? [] : [lineNumbers(), lintGutter(), highlightActiveLine()],
    history(),
    drawSelection(),
    indentUnit.of('  '),
    indentOnInput(),
    bracketMatching(),
    closeBrackets(),
    yaml(),
    syntaxHighlighting(yamlColours),
    yamlLook(isSmall),
    EditorView.lineWrapping,
    autocompletion({
      override: [(context) => complete(context, current.current.schema, current.current.namesAt)],
      icons: false,
    }),
    hoverTooltip((view, at) => meaningTip(view, at, current.current.schema)),
    keymap.of([...closeBracketsKeymap, ...defaultKeymap, ...historyKeymap, ...completionKeymap, indentWithTab]),
    EditorView.updateListener.of(({ docChanged, state, transactions }) => {
      const isTyped = transactions.some((one) => userEvents.some((event) => one.isUserEvent(event)))
      if (docChanged && isTyped) current.current.onChange(state.doc.toString())
    }),
  ]
}

/** What the key under the pointer means. */
function meaningTip(view: EditorView, at: number, schema: YamlSchema | undefined) {
  const word = view.state.wordAt(at)
  if (!word || !schema) return null
  const text = view.state.doc.toString()
  const { path, kind } = contextAt(text, word.to)
  const key = text.slice(word.from, word.to)
  const meaning = meaningAt(schema, kind === 'key' ? [...path, key] : path)
  if (meaning === undefined) return null
  return {
    pos: word.from,
    end: word.to,
    above: true,
    create: () => {
      const dom = document.createElement('div')
      dom.className = 'cm-meaning'
      dom.textContent = meaning
      return { dom }
    },
  }
}

function diagnosticOf(state: EditorState, { line, column, message, isWarning }: YamlRemark): Diagnostic {
  const row = state.doc.line(Math.min(Math.max(line, 1), state.doc.lines))
  const from = Math.min(row.from + column - 1, row.to)
  const word = state.wordAt(from)
  const to = Math.max(word?.to ?? row.to, from)
  return { from, to, severity: isWarning === true ? 'warning' : 'error', message }
}

/** Only what differs is changed, so that the cursor stays where it is. */
function difference(before: string, after: string) {
  let from = 0
  while (from < before.length && from < after.length && before[from] === after[from]) from += 1
  let end = 0
  const most = Math.min(before.length, after.length) - from
  while (end < most && before[before.length - 1 - end] === after[after.length - 1 - end]) end += 1
  return { from, to: before.length - end, insert: after.slice(from, after.length - end) }
}
