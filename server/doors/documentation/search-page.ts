import { html, type Markup } from '../../ground/html/markup.ts'
import type { FoundSection } from './searching.js'

/** What was found, for readers whose browser runs no scripts, and as a page that can be sent to somebody. */
export function searchContent(query: string, found: readonly FoundSection[]): Markup {
  if (query === '') return html`<h1>Search</h1><p>Type what you look for into the field above.</p>`
  if (found.length === 0) {
    return html`<h1>Nothing found</h1>
<p>No page has anything about “${query}”. Try fewer or other words, or look at <a href="/docs">all pages</a>.</p>`
  }
  return html`<h1>Search: ${query}</h1>
<ol class="found">${found.map(foundSection)}</ol>`
}

function foundSection({ address, page, heading, excerpt }: FoundSection): Markup {
  return html`<li><a href="${address}">${page}${heading !== page && html` <span>› ${heading}</span>`}</a>
<p>${excerpt.map(({ text, isMatch }) => (isMatch ? html`<mark>${text}</mark>` : html`${text}`))}</p></li>`
}
