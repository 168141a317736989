import type { Brand } from '../../../domain/brand/brand.ts'
import type { MemberPages } from '../../../domain/brand/shapes/member-shape.ts'
import { html, type Markup } from '../../../ground/html/markup.ts'
import type { SentDocument } from '../../../ground/html/page.ts'
import { pageLanguages } from '../language-for.ts'
import type { Words } from './words.ts'

/** What a page is made with. */
export interface PageRoom {
  readonly brand: Brand
  readonly pages: MemberPages
  readonly words: Words
  /** Where the pages of the brand are: /m/BRAND. */
  readonly base: string
  /** Somebody of staff sees it as the customer does. */
  readonly isLooking?: boolean
  /** It is shown in the portal, in colours that may not be saved yet; nothing of it runs. */
  readonly isPreview?: boolean
}

export interface PageContent {
  readonly title: string
  readonly content: Markup
  /** The screen of the menu that it belongs to; absent: nobody is in. */
  readonly screen?: Screen
  /** Whether it looks again by itself what has happened. */
  readonly isLive?: boolean
  /** It is the card itself, which is shown without a network, too. */
  readonly isCard?: boolean
  /** What was kept for that is forgotten: somebody has left. */
  readonly forgets?: boolean
  readonly status?: number
}

const screens = ['home', 'history', 'coupons', 'data'] as const
type Screen = (typeof screens)[number]

const parts = { home: 'balances', history: 'history', coupons: 'coupons', data: 'data' } as const

/** A whole page: it works without its script, and everything that came from outside is escaped. */
export function framed(room: PageRoom, page: PageContent): SentDocument {
  const { brand, pages, words, base, isLooking = false, isPreview = false } = room
  const { say, language } = words
  const { title, content, screen, isLive, isCard, forgets, status } = page
  const menu = screens.filter((one) => one === 'home' || pages.parts.includes(parts[one]))
  const others = pageLanguages(brand).filter((one) => one !== language)
  const { source } = html`<!doctype html>
<html lang="${language}" data-base="${base}"${isLive && html` data-live="1"`}${forgets && html` data-forget="1"`}>
<head>
<meta charset="utf-8">
<meta name="viewport" content="width=device-width, initial-scale=1, viewport-fit=cover">
<meta name="theme-color" content="${pages.colors.primary}">
<title>${title === brand.name ? title : `${title} · ${brand.name}`}</title>
<link rel="stylesheet" href="${base}/member.css${isPreview && colorsIn(pages)}">
${
  !isPreview &&
  html`<link rel="manifest" href="${base}/app.webmanifest">
<link rel="icon" href="${base}/icon.svg" type="image/svg+xml">
<link rel="apple-touch-icon" href="${base}/icon-180.png">
<script src="${base}/member.js" defer></script>`
}
</head>
<body>
${isLooking && html`<form class="looking" method="post" action="${base}/out"><p>${say('viewedByStaff')}</p><button class="plain">${say('logOut')}</button></form>`}
<header>${logoOf(room)}<strong>${brand.name}</strong></header>
<main>
${content}
</main>
${screen && html`<nav aria-label="${say('menu')}">${menu.map((one) => menuEntry(one, room, screen))}</nav>`}
<footer>${pages.privacyUrl && html`<a href="${pages.privacyUrl}" rel="noreferrer">${say('privacy')}</a>`}${others.map(
    (one) => html`<a href="?lang=${one}" lang="${one}" hreflang="${one}">${nameOf(one)}</a>`,
  )}</footer>
</body>
</html>
`
  const headers = { ...headersOf(pages), ...(isCard && { 'Purser-Card': '1' }) }
  return { contentType: 'text/html; charset=utf-8', body: source, headers, ...(status !== undefined && { status }) }
}

/** Colours that the served style does not know yet: it takes them from its address. */
const colorsIn = ({ colors }: MemberPages) =>
  `?${new URLSearchParams(Object.entries(colors).filter((one): one is [string, string] => one[1] !== undefined))}`

function menuEntry(screen: Screen, { base, words }: PageRoom, current: Screen): Markup {
  const href = screen === 'home' ? base : `${base}/${screen}`
  return html`<a href="${href}"${screen === current && html` aria-current="page"`}>${words.say(screen)}</a>`
}

/** A language in its own words. */
const nameOf = (language: string) => new Intl.DisplayNames([language], { type: 'language' }).of(language) ?? language

function logoOf({ pages, base }: PageRoom): Markup {
  if (pages.logo === undefined) return html`<img src="${base}/icon.svg" alt="" width="32" height="32">`
  const source = pages.logo.startsWith('https:') ? pages.logo : `data:image/png;base64,${pages.logo}`
  return html`<img src="${source}" alt="">`
}

/** Nothing from elsewhere but the logo that the brand's file names, and no frame but in the brand's own shops. */
export function headersOf({ origins, logo, catalogue = [] }: MemberPages): Readonly<Record<string, string>> {
  const addresses = [logo, ...catalogue.map(({ picture }) => picture)].filter((one) => one?.startsWith('https:'))
  const places = new Set(addresses.map((one) => new URL(one ?? '').origin))
  const pictures = [...places].map((one) => ` ${one}`).join('')
  const frames = origins.length > 0 ? `'self' ${origins.join(' ')}` : "'none'"
  return {
    'Content-Security-Policy': [
      "default-src 'none'",
      "script-src 'self'",
      "style-src 'self'",
      `img-src 'self' data:${pictures}`,
      "connect-src 'self'",
      "manifest-src 'self'",
      "worker-src 'self'",
      "base-uri 'none'",
      "form-action 'self'",
      `frame-ancestors ${frames}`,
    ].join('; '),
    'X-Content-Type-Options': 'nosniff',
    // With less, browsers would not say of our own forms where they come from.
    'Referrer-Policy': 'same-origin',
    'Cache-Control': 'no-store',
    'X-Robots-Tag': 'noindex, nofollow',
    'Permissions-Policy': 'camera=(), microphone=(), geolocation=()',
  }
}
