import { Marked, type RendererObject, type Tokens } from 'marked'
import { html, Markup } from '../../ground/html/markup.ts'
import { plainText } from './plain-text.ts'
import { slugger } from './slug.ts'

export interface PageHeading {
  readonly id: string
  readonly text: string
  readonly depth: number
}

export interface RenderedPage {
  readonly title: string
  /** Those below the title. */
  readonly headings: readonly PageHeading[]
  readonly body: Markup
}

/** Where a link leads, or undefined if it leads nowhere here and is shown as text. */
type FindAddress = (link: string) => string | undefined

/** The id of a row of a table, by the text of its first cell. */
type RowId = (first: string) => string | undefined

/** Turns a page into HTML. Whatever looks like HTML in it is shown as text. */
export function renderPage(text: string, findAddress: FindAddress, rowId?: RowId): RenderedPage {
  const headings: PageHeading[] = []
  const renderer = rendererOf(headings, findAddress, rowId)
  const body = new Markup(new Marked({ gfm: true, renderer }).parse(text, { async: false }))
  const title = headings.find(({ depth }) => depth === 1)?.text ?? ''
  return { title, headings: headings.filter(({ depth }) => depth > 1), body }
}

function rendererOf(headings: PageHeading[], findAddress: FindAddress, rowId?: RowId): RendererObject {
  const idOf = slugger()
  return {
    heading({ tokens, depth }) {
      const text = plainText(tokens)
      const id = idOf(text)
      headings.push({ id, text, depth })
      const inner = new Markup(this.parser.parseInline(tokens))
      if (depth === 1) return html`<h1 id="${id}">${inner}</h1>\n`.source
      const tag = new Markup(`h${Math.min(depth, 6)}`)
      return html`<${tag} id="${id}">${inner} <a class="anchor" href="#${id}" aria-label="Link to ${text}">#</a></${tag}>\n`
        .source
    },
    link({ href, title, tokens }) {
      const inner = new Markup(this.parser.parseInline(tokens))
      const address = findAddress(href)
      if (address === undefined) return inner.source
      return html`<a href="${address}"${title != null && html` title="${title}"`}>${inner}</a>`.source
    },
    image: ({ text }) => html`${text}`.source,
    html: ({ text }) => (isComment(text) ? '' : html`${text}`.source),
    code: (token) => renderCode(token).source,
    table(token) {
      const head = token.header.map((cell) => html`<th scope="col">${inline(this.parser, cell)}</th>`)
      const rows = token.rows.map((cells) =>
        renderRow(
          cells.map((cell) => inline(this.parser, cell)),
          rowId?.(cells[0]?.text ?? ''),
        ),
      )
      // A reader without a mouse scrolls a wide table by keyboard.
      return html`<div class="table" tabindex="0" role="group" aria-label="Table"><table>
<thead><tr>${head}</tr></thead><tbody>${rows}</tbody></table></div>\n`.source
    },
  }
}

const isComment = (text: string) => /^<!--[\s\S]*-->\s*$/.test(text)

type Parser = { parseInline(tokens: Tokens.TableCell['tokens']): string }

const inline = (parser: Parser, { tokens }: Tokens.TableCell) => new Markup(parser.parseInline(tokens))

function renderRow(shown: readonly Markup[], id: string | undefined): Markup {
  const cells = shown.map((cell) => html`<td>${cell}</td>`)
  return html`<tr${id !== undefined && html` id="${id}"`}>${cells}</tr>`
}

/** The words after the language say what becomes of a block in tests; readers see the name of a file, and what is an answer. */
function renderCode({ lang = '', text }: Tokens.Code): Markup {
  const [language = '', ...marks] = lang.split(/\s+/)
  const file = marks.find((mark) => mark.startsWith('file='))?.slice('file='.length)
  const isAnswer = marks.includes('answer')
  const caption = file ?? (isAnswer ? 'Answer' : undefined)
  const kind = isAnswer ? 'answer' : language === 'sh' || language === 'console' ? 'command' : 'text'
  return html`<figure class="code ${kind}">${caption !== undefined && html`<figcaption>${caption}</figcaption>`}<pre tabindex="0"><code>${text}
</code></pre></figure>\n`
}
