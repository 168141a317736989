/** Words of PromQL that are no metric, label or function. */
const keywords = new Set([
  'and',
  'or',
  'unless',
  'by',
  'without',
  'on',
  'ignoring',
  'group_left',
  'group_right',
  'offset',
  'bool',
])

interface Expression {
  readonly metrics: readonly string[]
  readonly functions: readonly string[]
  /** What is wrong with its brackets and quotes. */
  readonly faults: readonly string[]
}

/** Reads as much of PromQL as is needed to hold it against the metrics that there are. No judge of the whole language. */
export function readPromql(text: string): Expression {
  const faults: string[] = []
  const plain = text.replace(/"(?:[^"\\]|\\.)*"/g, '""')
  if ((plain.replaceAll('""', '').match(/"/g) ?? []).length > 0) faults.push('a quote is not closed')
  const open: string[] = []
  for (const mark of plain.match(/[()[\]{}]/g) ?? []) {
    const pairs: Record<string, string> = { ')': '(', ']': '[', '}': '{' }
    const wanted = pairs[mark]
    if (wanted === undefined) open.push(mark)
    else if (open.pop() !== wanted) faults.push(`${mark} closes nothing`)
  }
  if (open.length > 0) faults.push(`${open.join(' ')} is not closed`)
  const withoutLabels = plain
    .replace(/\{[^}]*\}/g, '')
    .replace(/\[[^\]]*\]/g, '')
    .replace(/\b(by|without|on|ignoring|group_left|group_right)\s*\([^)]*\)/g, '')
    .replace(/\boffset\s+\w+/g, '')
  const words = [...withoutLabels.matchAll(/(?<![\w.$])([a-z_][\w:]*)(\s*\()?/gi)]
  const called = words.filter(([, , paren]) => paren !== undefined).map(([, word = '']) => word)
  const named = words.filter(([, , paren]) => paren === undefined).map(([, word = '']) => word)
  return {
    metrics: named.filter((word) => !keywords.has(word)),
    functions: called.filter((word) => !keywords.has(word)),
    faults,
  }
}

/** The label names that an expression selects or groups by. */
export function labelsIn(text: string): string[] {
  const selected = [...text.matchAll(/([a-z_]\w*)\s*(?:=~|!~|!=|=(?!=))\s*"/g)].map(([, label = '']) => label)
  const grouped = [...text.matchAll(/\b(?:by|without)\s*\(([^)]*)\)/g)].flatMap(([, list = '']) => list.split(','))
  return [...selected, ...grouped.map((label) => label.trim())]
}
