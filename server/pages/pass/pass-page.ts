import { readFileSync } from 'node:fs'
import { renderSVG } from 'uqr'
import { html, Markup } from '../../html/markup.ts'
import type { Page } from '../../html/page.ts'
import { pageStyle, smallPage } from '../../html/small-page.ts'
import { renderCode128 } from './code-128.ts'
import type { ShownBalance } from './pass-balances.ts'

/** Anybody who has the link sees this, so it holds no personal data. */
export interface Pass {
  readonly brandName: string
  readonly programName: string
  readonly cardNumber: string
  readonly balances: readonly ShownBalance[]
  readonly level?: {
    readonly name?: string
    readonly until?: string
    readonly next?: { readonly name: string; readonly missing: string }
  }
}

const style = pageStyle(readFileSync(new URL('pass-page.css', import.meta.url), 'utf8'))

export function passPage({ brandName, programName, cardNumber, balances, level }: Pass): Page {
  // Safe as markup: both consist of nothing but squares and bars.
  const code = new Markup(renderSVG(cardNumber, { border: 4, ecc: 'M' }))
  const bars = renderCode128(cardNumber)
  const lines = balances.map(({ label, amount }) => html`<dt>${label}</dt><dd>${amount}</dd>`)
  return smallPage(
    brandName,
    html`<h1>${brandName}</h1>
<p>${programName}</p>
${level?.name && html`<p class="level">${level.name}${level.until && html`, until ${level.until}`}</p>`}
${level?.next && html`<p>${level.next.missing} more to ${level.next.name}</p>`}
<div class="code" role="img" aria-label="QR code of the card number">${code}</div>
${bars && html`<div class="bars" role="img" aria-label="Barcode of the card number">${new Markup(bars)}</div>`}
<p class="number">${cardNumber}</p>
${lines.length > 0 && html`<dl>${lines}</dl>`}`,
    style,
  )
}

/** The same page for a link that is wrong, has expired, or whose card can no longer be used: it reveals nothing. */
export function noPassPage(): Page {
  const text = html`<h1>No pass</h1>
<p>This pass does not exist or is no longer valid.</p>`
  return { ...smallPage('No pass', text, style), status: 404 }
}
