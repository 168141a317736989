import { parseTemplate, type TemplatePart } from '../brand/rules/template.ts'

/** So that short texts are bounded in number too. */
const overheadCharacters = 100

/** The texts that were rendered last, parsed. It holds a bounded number of characters; the rest is parsed again. */
export class TemplateCache {
  readonly limit: number
  private readonly byText = new Map<string, readonly TemplatePart[]>()
  private held = 0

  constructor(limit: number) {
    this.limit = limit
  }

  /** What the parsed texts take together, in characters. */
  get size(): number {
    return this.held
  }

  /** A text that cannot be read is nothing: nobody at a till could mend it. */
  partsOf(text: string): readonly TemplatePart[] {
    const known = this.byText.get(text)
    if (known) {
      this.byText.delete(text)
      this.byText.set(text, known)
      return known
    }
    const parts = parseTemplate(text) ?? []
    this.byText.set(text, parts)
    this.held += text.length + overheadCharacters
    this.forgetOldest()
    return parts
  }

  private forgetOldest(): void {
    for (const text of this.byText.keys()) {
      if (this.held <= this.limit) return
      this.byText.delete(text)
      this.held -= text.length + overheadCharacters
    }
  }
}
