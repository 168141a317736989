import mustache from 'mustache'

/** Where a rendered text goes. It decides how values are escaped; the author of the text cannot. */
export type Sink = 'text' | 'html' | 'header' | 'url' | 'json'

export interface Escaping {
  /** The output is cut to this length. */
  readonly charactersMax: number
  /** Escapes what the author wrote between the tags. */
  readonly literal: (text: string) => string
  readonly value: (text: string) => string
  /** Escapes a value inside an address; absent where addresses cannot be recognised. */
  readonly addressValue?: (text: string) => string
}

/** The lengths are the brand file's limits for templates of each kind. Longer output is cut. */
export const escapings: Readonly<Record<Sink, Escaping>> = {
  text: { charactersMax: 100_000, literal: printable, value: printable },
  html: {
    charactersMax: 500_000,
    literal: asWritten,
    value: (text) => mustache.escape(printable(text)),
    // encodeURIComponent leaves ' alone, which would end the attribute.
    addressValue: (text) => mustache.escape(encodeURIComponent(text)),
  },
  header: { charactersMax: 1_000, literal: onOneLine, value: onOneLine },
  url: { charactersMax: 100_000, literal: asWritten, value: encodeURIComponent },
  json: { charactersMax: 100_000, literal: asWritten, value: (text) => JSON.stringify(text).slice(1, -1) },
}

function asWritten(text: string): string {
  return text
}

function printable(text: string): string {
  return text.replace(/[^\P{Cc}\n\t]/gu, '')
}

/** A line break in a header would begin another header. */
function onOneLine(text: string): string {
  return text.replace(/[\p{Cc}\u2028\u2029]+/gu, ' ')
}
