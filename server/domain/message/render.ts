import type { TemplatePart } from '../brand/rules/template.ts'
import { type Escaping, escapings, type Sink } from './escape.ts'
import { TemplateCache } from './template-cache.ts'

/** The text of a variable by its full name, including dots. Undefined and '' are both empty. */
export type Lookup = (name: string) => string | undefined

export interface MessageTemplate {
  readonly subject?: string | undefined
  readonly body: string
  readonly html?: string | undefined
}

export interface RenderedMessage {
  readonly subject?: string
  readonly text: string
  readonly html?: string
}

/** Room for eight templates of the largest kind, or tens of thousands of short ones. */
export const templates = new TemplateCache(4_000_000)

/** Renders a Mustache template. It always returns a text: an invalid template or a missing value becomes empty. */
export function renderText(template: string, lookup: Lookup, sink: Sink): string {
  const page = new Page(lookup, escapings[sink])
  page.write(templates.partsOf(template))
  return page.text
}

export function renderMessage(template: MessageTemplate, lookup: Lookup): RenderedMessage {
  const { subject, body, html } = template
  return {
    ...(subject === undefined ? {} : { subject: renderText(subject, lookup, 'header') }),
    text: renderText(body, lookup, 'text'),
    ...(html === undefined ? {} : { html: renderText(html, lookup, 'html') }),
  }
}

/** No useful value is longer. Without a limit, callers could pass key values of any length. */
const valueCharactersMax = 10_000

class Page {
  text = ''
  private isFull = false
  private taken = 0
  private readonly lookup: Lookup
  private readonly escaping: Escaping

  constructor(lookup: Lookup, escaping: Escaping) {
    this.lookup = lookup
    this.escaping = escaping
  }

  write(parts: readonly TemplatePart[]): void {
    for (const part of parts) {
      if (this.isFull) return
      switch (part.kind) {
        case 'text':
          this.writeLiteral(this.escaping.literal(part.text))
          break
        case 'value':
          this.writeValue(this.lookup(part.name) ?? '', part.inAddress)
          break
        case 'section':
          if (Boolean(this.lookup(part.name)) === (part.shownWhen === 'filled')) this.write(part.parts)
      }
    }
  }

  private writeLiteral(text: string): void {
    const room = this.escaping.charactersMax - this.text.length
    this.isFull = text.length > room
    this.text += firstCharacters(text, room)
  }

  /** Writes all of a value or nothing: half of an escaped value could mean something else. */
  private writeValue(value: string, inAddress: boolean): void {
    const { charactersMax, value: toValue, addressValue: toAddressValue = toValue } = this.escaping
    // An unpaired surrogate cannot be encoded in an address.
    const whole = firstCharacters(value, valueCharactersMax).toWellFormed()
    const escaped = inAddress ? toAddressValue(whole) : toValue(whole)
    // The input is bounded too: values that escaping removes entirely would cost time without ever filling the output.
    this.taken += whole.length
    this.isFull = Math.max(this.taken, this.text.length + escaped.length) > charactersMax
    if (!this.isFull) this.text += escaped
  }
}

/** Never splits a character that takes two UTF-16 units. */
function firstCharacters(text: string, length: number): string {
  if (text.length <= length) return text
  return text.slice(0, length).replace(/[\uD800-\uDBFF]$/, '')
}
