/** A piece of HTML that is safe: everything in it that came from outside is escaped. */
export class Markup {
  readonly source: string
  constructor(source: string) {
    this.source = source
  }
}

export type MarkupPiece = string | number | Markup | false | undefined | readonly MarkupPiece[]

/** Builds HTML. Inserted values are escaped unless they are markup themselves. Attributes must be quoted. */
export function html(parts: TemplateStringsArray, ...pieces: readonly MarkupPiece[]): Markup {
  return new Markup(parts.reduce((source, part, index) => source + sourceOf(pieces[index - 1]) + part))
}

function sourceOf(piece: MarkupPiece): string {
  if (piece instanceof Markup) return piece.source
  if (piece === undefined || piece === false) return ''
  if (typeof piece === 'object') return piece.map(sourceOf).join('')
  return String(piece).replace(/[&<>"']/g, (character) => `&#${character.charCodeAt(0)};`)
}
