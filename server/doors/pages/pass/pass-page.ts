import { readFileSync } from 'node:fs'
import { renderSVG } from 'uqr'
import { html, Markup } from '../../../ground/html/markup.ts'
import type { SentDocument, SentPage } from '../../../ground/html/page.ts'
import { pageStyle, smallPage } from '../../../ground/html/small-page.ts'
import type { PassContent } from '../wallet/pass-content.ts'
import { type PassWords, wordsOf } from '../wallet/pass-words.ts'
import { renderCode128 } from './code-128.ts'

/** Where the pass is added to a wallet. */
export interface PassButtons {
  readonly apple?: string
  readonly google?: string
}

const style = pageStyle(readFileSync(new URL('pass-page.css', import.meta.url), 'utf8'))

export function passPage(pass: PassContent, buttons: PassButtons): SentDocument {
  const { brandName, programName, cardNumber, level, listener } = pass
  const language = listener?.locale ?? 'en'
  const words = wordsOf(language)
  const balances = pass.balances.filter(({ isEmpty }) => !isEmpty)
  // Safe as markup: both consist of nothing but squares and bars.
  const code = new Markup(renderSVG(cardNumber, { border: 4, ecc: 'M' }))
  const bars = renderCode128(cardNumber)
  const lines = balances.map(({ label, amount }) => html`<dt>${label}</dt><dd>${amount}</dd>`)
  return smallPage(
    brandName,
    html`<h1>${brandName}</h1>
<p>${programName}</p>
${level?.name && html`<p class="level">${level.name}${level.until && words.levelUntil(level.until)}</p>`}
${level?.next && html`<p>${words.next(level.next.missing, level.next.name)}</p>`}
<div class="code" role="img" aria-label="${words.qrCode}">${code}</div>
${bars && html`<div class="bars" role="img" aria-label="${words.barcode}">${new Markup(bars)}</div>`}
<p class="number">${cardNumber}</p>
${lines.length > 0 && html`<dl>${lines}</dl>`}
${buttonLinks(buttons, words)}`,
    style,
    language,
  )
}

/** The address is relative: the page may be reached under another one than the server knows. */
function buttonLinks({ apple, google }: PassButtons, words: PassWords): Markup | undefined {
  if (apple === undefined && google === undefined) return undefined
  return html`<p class="wallets">
${apple !== undefined && html`<a href="${apple}">${words.toApple}</a>`}
${google !== undefined && html`<a href="${google}" rel="noreferrer">${words.toGoogle}</a>`}
</p>`
}

/** The same page for a link that is wrong, has expired, or whose card can no longer be used: it reveals nothing. */
export function noPassPage(): SentDocument {
  const text = html`<h1>No pass</h1>
<p>This pass does not exist or is no longer valid.</p>`
  return { ...smallPage('No pass', text, style), status: 404 }
}

/** Too many passes are being made just now. */
export function busyPage(): SentDocument {
  const text = html`<h1>One moment</h1>
<p>Many passes are being made just now. Please try again in a moment.</p>`
  const page = smallPage('One moment', text, style)
  return { ...page, status: 503, headers: { ...page.headers, 'Retry-After': '5' } }
}

export const passFileType = 'application/vnd.apple.pkpass'

export function passFilePage(file: Buffer): SentPage {
  const { 'Content-Security-Policy': _, ...headers } = style.headers
  return {
    contentType: passFileType,
    body: file,
    headers: { ...headers, 'Content-Disposition': 'inline; filename="card.pkpass"' },
  }
}

/** Sends the customer on to Google. */
export function toWalletPage(location: string): SentDocument {
  return {
    contentType: 'text/plain; charset=utf-8',
    status: 303,
    body: '',
    headers: { ...style.headers, Location: location },
  }
}
