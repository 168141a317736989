/** Where somebody types in a YAML text, even while the text is not whole yet. */
export interface TextContext {
  /** The keys and places in lists that lead there. */
  readonly path: readonly (string | number)[]
  /** A key is being typed, or the value of the last key of the path. */
  readonly kind: 'key' | 'value'
  /** What of it is there already, and where that begins. */
  readonly typed: string
  readonly from: number
  /** The keys and plain values beside it, as far as they are on the same line. */
  readonly beside: Readonly<Record<string, string>>
}

interface Line {
  readonly indent: number
  readonly key?: string
  readonly isRow: boolean
  /** Of a row with a key behind its dash: where the key begins. */
  readonly keyIndent: number
}

/** Reads the lines above by their indentation, and the current line to the cursor. */
export function contextAt(text: string, at: number): TextContext {
  const start = text.lastIndexOf('\n', at - 1) + 1
  const line = text.slice(start, at)
  const end = text.indexOf('\n', at)
  const whole = text.slice(start, end < 0 ? text.length : end)
  const above = text.slice(0, start).split('\n').slice(0, -1)
  const [, rest = ''] = /^\s*(?:- +)*(.*)$/s.exec(line) ?? []
  const own = pathAbove(above, line)
  const flow = inFlow(rest)
  const [, typed = ''] = /([^\s:,[\]{}"']*)$/.exec(line) ?? []
  const from = at - typed.length
  const beside = valuesOn(whole)
  const block = /^("?)([\w.$-]+)\1\s*:/.exec(rest)
  if (flow) {
    const before = block?.[2] === undefined ? [] : [block[2]]
    const path = [...own, ...before, ...flow.path]
    return flow.key === undefined
      ? { path, kind: flow.isList ? 'value' : 'key', typed, from, beside }
      : { path: [...path, flow.key], kind: 'value', typed, from, beside }
  }
  if (block?.[2] !== undefined) return { path: [...own, block[2]], kind: 'value', typed, from, beside }
  return { path: own, kind: 'key', typed, from, beside }
}

/** The keys whose lines are indented less, from the nearest up. */
function pathAbove(above: readonly string[], line: string): readonly (string | number)[] {
  const path: (string | number)[] = []
  const current = lineOf(line)
  let indent = current.isRow ? current.keyIndent : current.indent
  if (current.isRow) {
    path.unshift(rowsBefore(above, current.indent))
    indent = current.indent
  }
  for (let index = above.length - 1; index >= 0; index -= 1) {
    const text = above[index] ?? ''
    if (/^\s*(#.*)?$/.test(text)) continue
    const one = lineOf(text)
    if (one.isRow && one.key !== undefined && isAbove(one.keyIndent, indent, path[0])) {
      path.unshift(one.key)
      indent = one.keyIndent
    }
    if (one.isRow && one.indent < indent) {
      path.unshift(rowsBefore(above.slice(0, index), one.indent))
      indent = one.indent
    } else if (!one.isRow && one.key !== undefined && isAbove(one.indent, indent, path[0])) {
      path.unshift(one.key)
      indent = one.indent
    }
  }
  return path
}

/** A list may be as far in as its key. */
const isAbove = (own: number, indent: number, inner: string | number | undefined) =>
  own < indent || (own === indent && typeof inner === 'number')

function rowsBefore(above: readonly string[], indent: number): number {
  let count = 0
  for (let index = above.length - 1; index >= 0; index -= 1) {
    const text = above[index] ?? ''
    if (/^\s*(#.*)?$/.test(text)) continue
    const one = lineOf(text)
    if (one.indent < indent || (one.indent === indent && !one.isRow)) break
    if (one.indent === indent && one.isRow) count += 1
  }
  return count
}

function lineOf(text: string): Line {
  const [, spaces = '', dash = '', rest = ''] = /^(\s*)((?:- +|-$)?)(.*)$/.exec(text) ?? []
  const [, key] = /^"?([\w.$-]+)"?\s*:/.exec(rest) ?? []
  const isRow = dash !== ''
  return { indent: spaces.length, isRow, keyIndent: spaces.length + dash.length, ...(key !== undefined && { key }) }
}

interface Flow {
  readonly path: readonly (string | number)[]
  readonly key?: string
  readonly isList: boolean
}

/** Which braces and brackets of the line are still open, and the key of each. */
function inFlow(rest: string): Flow | undefined {
  const open: { key: string | undefined; isList: boolean; index: number }[] = []
  for (const [token] of rest.matchAll(/"[^"]*"?|'[^']*'?|[{}[\],]|[\w.$-]+\s*:(?=\s|$)|[^\s{}[\],"']+/g)) {
    const last = open.at(-1)
    if (token === '{' || token === '[') open.push({ key: undefined, isList: token === '[', index: 0 })
    else if (token === '}' || token === ']') open.pop()
    else if (token === ',' && last) {
      last.key = undefined
      last.index += 1
    } else if (/:$/.test(token) && last) last.key = token.replace(/\s*:$/, '')
  }
  const last = open.at(-1)
  if (!last) return undefined
  const path = open.slice(0, -1).map(({ key, isList, index }) => (isList ? index : (key ?? '')))
  if (last.isList) return { path: [...path, last.index], isList: true }
  return { path, isList: false, ...(last.key !== undefined && { key: last.key }) }
}

function valuesOn(line: string): Readonly<Record<string, string>> {
  const pairs = [...line.matchAll(/([\w.$-]+)\s*:\s*"?([\w.$<>=!-]+)"?/g)].map(([, key = '', value = '']) => [
    key,
    value,
  ])
  return Object.fromEntries(pairs)
}
