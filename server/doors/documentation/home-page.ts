import { html, type Markup } from '../../ground/html/markup.ts'
import { addressOfPage } from './address.ts'
import type { Chapter } from './navigation.ts'

/** Where everybody begins: what to read first, and what there is. */
export function homeContent(chapters: readonly Chapter[]): Markup {
  const [start, ...others] = chapters
  return html`<div class="home">
<h1>Purser documentation</h1>
<p class="lead">Loyalty, gift cards and stored value on your own server. Begin with the tutorial, or look up what you need.</p>
${start && startSection(start)}
<div class="chapters">${others.map(chapterSection)}</div>
<p>Why things are as they are: <a href="/docs/decisions">decisions</a>. For tools: <a href="/openapi.json">OpenAPI 3.1</a>,
<a href="/api-docs">Swagger 1.2</a>, and the <a href="/brand-file.schema.json">JSON Schema</a> of the brand file.</p>
</div>`
}

function startSection({ title, pages: [first, ...rest] }: Chapter): Markup {
  return html`<section class="start"><h2>${title}</h2>
${first && html`<p><a class="first" href="${addressOfPage(first.name)}">${first.title}</a> ${first.about}</p>`}
<ul>${rest.map(({ name, title: other, about }) => html`<li><a href="${addressOfPage(name)}">${other}</a> <span>${about}</span></li>`)}</ul></section>`
}

function chapterSection({ title, about, pages }: Chapter): Markup {
  return html`<section><h2>${title}</h2><p>${about}</p>
<ul>${pages.map(({ name, title: page, about: words }) => html`<li><a href="${addressOfPage(name)}">${page}</a> <span>${words}</span></li>`)}</ul></section>`
}

export function decisionsContent(decisions: readonly { readonly name: string; readonly title: string }[]): Markup {
  return html`<h1>Decisions</h1>
<p>Each page says what was decided, why, and what was left aside. They are in the order in which they were made.</p>
<ul>${decisions.map(({ name, title }) => html`<li><a href="${addressOfPage(name)}">${title}</a></li>`)}</ul>`
}

export function notFoundContent(): Markup {
  return html`<h1>There is no such page</h1>
<p>It may have another name now. Search for it above, or begin at <a href="/docs">the documentation's home</a>.</p>`
}
