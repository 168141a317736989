import { createHash } from 'node:crypto'
import { readFileSync } from 'node:fs'
import { html, Markup } from './markup.ts'
import type { SentDocument } from './page.ts'

/** The look of pages that customers see, and the headers that go with it. */
export interface PageStyle {
  readonly css: string
  readonly headers: Readonly<Record<string, string>>
}

const common = readFileSync(new URL('small-page.css', import.meta.url), 'utf8')

/** The page loads and runs nothing, and is neither cached nor framed. Its address, which is a key, is never passed on. */
export function pageStyle(own: string, { hasForms = false } = {}): PageStyle {
  const css = common + own
  const hash = createHash('sha256').update(css).digest('base64')
  return {
    css,
    headers: {
      'Content-Security-Policy': [
        "default-src 'none'",
        `style-src 'sha256-${hash}'`,
        "base-uri 'none'",
        `form-action ${hasForms ? "'self'" : "'none'"}`,
        "frame-ancestors 'none'",
      ].join('; '),
      'X-Content-Type-Options': 'nosniff',
      'Referrer-Policy': 'no-referrer',
      'Cache-Control': 'no-store',
      'X-Robots-Tag': 'noindex, nofollow',
      'Cross-Origin-Resource-Policy': 'same-origin',
    },
  }
}

export function smallPage(title: string, content: Markup, { css, headers }: PageStyle, language = 'en'): SentDocument {
  const { source } = html`<!doctype html>
<html lang="${language}">
<head>
<meta charset="utf-8">
<meta name="viewport" content="width=device-width, initial-scale=1">
<title>${title}</title>
<style>${new Markup(css)}</style>
</head>
<body>
<main>
${content}
</main>
</body>
</html>
`
  return { contentType: 'text/html; charset=utf-8', body: source, headers }
}
