import { parseTemplate, type TemplatePart } from '../brand/rules/template.ts'

/** Added for each text, so that the number of short texts is bounded too. */
const overheadCharacters = 100

/** The most recently rendered templates, parsed. It holds a bounded number of characters; others are parsed again. */
export class TemplateCache {
  readonly limit: number
  private readonly byText = new Map<string, readonly TemplatePart[]>()
  private held = 0

  constructor(limit: number) {
    this.limit = limit
  }

  /** The total size of the parsed texts, in characters. */
  get size(): number {
    return this.held
  }

  /** An invalid template renders as nothing: nobody at a till could fix it. */
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
