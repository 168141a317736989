import mustache, { type TemplateSpans } from 'mustache'

/** A parsed Mustache template. Only texts, values and sections are left of it. */
export type TemplatePart =
  | { readonly kind: 'text'; readonly text: string }
  | { readonly kind: 'value'; readonly name: string; readonly inAddress: boolean }
  | {
      readonly kind: 'section'
      readonly name: string
      readonly shownWhen: Presence
      readonly parts: readonly TemplatePart[]
    }

type Presence = 'filled' | 'empty'

/** Rendering recurses once per level, and the stack is finite. No sensible template is nested deeper. */
const sectionDepthMax = 20

/** Mustache needs quadratic time for spaces in a tag, so a longer tag could stop the server. */
const longTag = /\{\{(?:(?!\}\})[\s\S]){1000}|\{\{\{(?:(?!\}\}\})[\s\S]){1000}/

/** Undefined for a text that Mustache cannot read, or not in reasonable time. */
export function parseTemplate(text: string): readonly TemplatePart[] | undefined {
  if (longTag.test(text)) return undefined
  // A tag that would change the delimiters becomes a comment: all templates use the same ones.
  const source = text.replace(/\{\{\s*=/g, '{{!=')
  const spans = readSpans(source)
  return spans && depthOf(spans) <= sectionDepthMax ? new PartMaker(source).partsOf(spans) : undefined
}

/** Mustache caches every template forever; this writer caches none. */
class ForgetfulReader extends mustache.Writer {
  readonly templateCache = undefined
}

const reader = new ForgetfulReader()

function readSpans(source: string): TemplateSpans | undefined {
  try {
    return reader.parse(source)
  } catch {
    return undefined
  }
}

function depthOf(spans: TemplateSpans): number {
  let level = spans
  for (let depth = 0; depth <= sectionDepthMax; depth += 1) {
    level = level.flatMap((span) => insideOf(span) ?? [])
    if (level.length === 0) return depth
  }
  return sectionDepthMax + 1
}

function insideOf(span: TemplateSpans[number]): TemplateSpans | undefined {
  return Array.isArray(span[4]) ? span[4] : undefined
}

/** An attribute for an address that is still open at the end of the text. */
const opensAddress = /\b(?:href|src|action|formaction|background|cite|poster)\s*=\s*["']?[^"'<>]*$/i
/** How far back to look for it. Without a limit, the expression would take quadratic time. */
const addressCharactersMax = 2000

class PartMaker {
  private readonly source: string
  /** Whether what comes next is inside an address, judging by the texts so far. */
  private inAddress = false

  constructor(source: string) {
    this.source = source
  }

  partsOf(spans: TemplateSpans): TemplatePart[] {
    return spans.flatMap((span) => this.partOf(span))
  }

  /** Nothing for comments and partials. */
  private partOf(span: TemplateSpans[number]): TemplatePart | [] {
    const [symbol, name, start, end] = span
    switch (symbol) {
      case 'text':
        // Mustache builds its texts letter by letter; a slice of the source is the same text in one piece.
        return this.textOf(this.source.slice(start, end))
      case 'name':
      case '&':
        return { kind: 'value', name, inAddress: this.inAddress }
      case '#':
      case '^': {
        const parts = this.partsOf(insideOf(span) ?? [])
        return { kind: 'section', name, shownWhen: symbol === '#' ? 'filled' : 'empty', parts }
      }
      default:
        return []
    }
  }

  private textOf(text: string): TemplatePart {
    if (opensAddress.test(text.slice(-addressCharactersMax))) this.inAddress = true
    else if (/["'<>]/.test(text)) this.inAddress = false
    return { kind: 'text', text }
  }
}
