import { html, Markup, type MarkupPiece } from '../../ground/html/markup.ts'
import type { SentDocument } from '../../ground/html/page.ts'
import { addressOfPage, home } from './address.ts'
import type { Chapter } from './navigation.ts'
import type { PageHeading } from './render-page.ts'

export interface FramedPage {
  readonly title: string
  /** The page's name, if it is one of docs/. */
  readonly name?: string
  readonly status?: number
  readonly headings?: readonly PageHeading[]
  /** What is in the field of the search. */
  readonly query?: string
  readonly content: Markup
}

const headers = {
  'X-Content-Type-Options': 'nosniff',
  'Referrer-Policy': 'no-referrer',
  'Cache-Control': 'no-cache',
}

/** Nothing from elsewhere, and neither script nor style within the page. */
const contentSecurityPolicy = [
  "default-src 'none'",
  "style-src 'self'",
  "script-src 'self'",
  "connect-src 'self'",
  "base-uri 'none'",
  "form-action 'self'",
  "frame-ancestors 'none'",
].join('; ')

/** A page with everything around it: the search, its own contents, and all other pages. */
export function framed(page: FramedPage, chapters: readonly Chapter[]): SentDocument {
  const { title, name, status, headings = [], query = '', content } = page
  const { source } = html`<!doctype html>
<html lang="en">
<head>
<meta charset="utf-8">
<title>${title === homeTitle ? title : `${title} · Purser`}</title>
<meta name="viewport" content="width=device-width, initial-scale=1">
<meta name="color-scheme" content="light dark">
<link rel="stylesheet" href="/docs/documentation.css">
<script type="module" src="/docs/documentation.js"></script>
</head>
<body>
<a class="skip" href="#frame-content">Skip to the content</a>
<header>
<p class="brand"><a href="${home}">Purser</a> <span>Documentation</span></p>
<form action="${home}/search" role="search">
<input type="search" name="q" value="${query}" id="frame-search" class="field" placeholder="Search" aria-label="Search the documentation" autocomplete="off" maxlength="100" enterkeyhint="search">
<kbd aria-hidden="true">/</kbd>
<div id="frame-results" class="results" hidden></div>
</form>
<p class="ways"><a class="menu" href="#frame-pages">All pages</a> <a href="${addressOfPage('reference')}">API reference</a> <a href="/portal">Portal</a></p>
</header>
<div class="frame">
<main id="frame-content" tabindex="-1">
${withContents(content, headings)}
${name !== undefined && neighbours(name, chapters)}
</main>
<nav id="frame-pages" class="pages" aria-label="All pages" tabindex="-1">${chapters.map((chapter) => menu(chapter, name))}
<section><h2>Background</h2><ul><li>${entry('decisions', 'Decisions', name)}</li></ul></section></nav>
</div>
<p id="frame-announcement" role="status" class="unseen"></p>
</body>
</html>
`
  return {
    contentType: 'text/html; charset=utf-8',
    body: source,
    ...(status !== undefined && { status }),
    headers: { ...headers, 'Content-Security-Policy': contentSecurityPolicy },
  }
}

export const homeTitle = 'Purser documentation'

/** A file that is not a page. */
export function plainFile(contentType: string, body: string): SentDocument {
  return { contentType, body, headers }
}

function menu({ title, pages }: Chapter, current: string | undefined): Markup {
  return html`<section><h2>${title}</h2><ul>${pages.map((one) => html`<li>${entry(one.name, one.title, current)}</li>`)}</ul></section>`
}

function entry(name: string, title: string, current: string | undefined): Markup {
  const isHere = current !== undefined && (name === current || current.startsWith(`${name}/`))
  return html`<a href="${addressOfPage(name)}"${isHere && html` aria-current="page"`}>${title}</a>`
}

/** Contents come after the title, whatever the width of the window. */
function withContents(content: Markup, headings: readonly PageHeading[]): Markup {
  const list = contents(headings)?.source ?? ''
  return new Markup(content.source.replace('</h1>', (end) => end + list))
}

/** Fewer than two headings are no contents. */
function contents(headings: readonly PageHeading[]): Markup | undefined {
  const shown = headings.filter(({ depth }) => depth < 4)
  if (shown.length < 2) return undefined
  return html`<nav class="contents" aria-label="On this page"><h2>On this page</h2><ul>${shown.map(
    ({ id, text, depth }) => html`<li class="depth-${depth}"><a href="#${id}">${text}</a></li>`,
  )}</ul></nav>`
}

function neighbours(name: string, chapters: readonly Chapter[]): MarkupPiece {
  const all = chapters.flatMap(({ pages }) => pages)
  const here = all.findIndex((page) => page.name === name)
  if (here < 0) return undefined
  const before = all[here - 1]
  const after = all[here + 1]
  return html`<nav class="neighbours" aria-label="Before and after">${
    before && html`<a class="before" href="${addressOfPage(before.name)}"><small>Before</small> ${before.title}</a>`
  }${after && html`<a class="after" href="${addressOfPage(after.name)}"><small>Next</small> ${after.title}</a>`}</nav>`
}
