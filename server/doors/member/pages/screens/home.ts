import { renderSVG } from 'uqr'
import { html, Markup } from '../../../../ground/html/markup.ts'
import type { SentDocument } from '../../../../ground/html/page.ts'
import type { Instant } from '../../../../ground/kernel/time.ts'
import { renderCode128 } from '../../../pages/pass/code-128.ts'
import { framed, type PageRoom } from '../frame.ts'
import type { MemberAmount } from '../words.ts'

/** What the route `card` returns, as far as the page shows it. */
export interface ShownCard {
  readonly cardNumber: string
  readonly isUsable: boolean
  readonly firstName?: string
  readonly program?: string
  readonly balances: readonly MemberAmount[]
  readonly expiring: readonly (MemberAmount & { readonly at: Instant })[]
  readonly tier?: {
    readonly name?: string
    readonly next?: string
    readonly missing?: number
    readonly currency?: string
    readonly share?: number
    readonly keptUntil?: Instant
  }
  readonly coupons: readonly { readonly couponId: string; readonly name: string; readonly expiresAt?: Instant }[]
  readonly isLooking?: boolean
  readonly asOf: Instant
}

const stampsMax = 30
const expiringMax = 3

interface WaitsForThem {
  /** When everything about them is deleted, as they wished. */
  readonly dueAt?: Instant
  /** A gift that they have opened and not taken. */
  readonly hasPresent?: boolean
}

export function homePage(room: PageRoom, card: ShownCard, { dueAt, hasPresent }: WaitsForThem = {}): SentDocument {
  const { pages, words, base } = room
  const { say } = words
  const { firstName, program, cardNumber } = card
  // Safe as markup: both consist of nothing but squares and bars.
  const bars = renderCode128(cardNumber)
  const greeting = firstName === undefined ? say('greetingPlain') : say('greeting', { name: firstName })
  return framed(room, {
    title: say('home'),
    screen: 'home',
    isLive: true,
    isCard: true,
    content: html`<p class="note offline" hidden>${say('offline', { date: words.time(card.asOf) })}</p>
${!card.isUsable && html`<p class="note bad" role="status">${say('isBlocked')}</p>`}
${dueAt !== undefined && html`<p class="note bad" role="status">${say('erasePause', { date: words.date(dueAt) })} <a href="${base}/data">${say('data')}</a></p>`}
${hasPresent && html`<p class="note" role="status">${say('presentWaits')} <a href="${base}/present">${say('presentOpen')}</a></p>`}
<h1>${greeting}</h1>
<section class="card" aria-label="${program ?? say('home')}">
${program && html`<strong>${program}</strong>`}
<div class="codes"><div class="qr" role="img" aria-label="${say('barCodeOf', { number: cardNumber })}">${new Markup(renderSVG(cardNumber, { border: 1, ecc: 'M' }))}</div>
${bars && html`<div class="bars" aria-hidden="true">${new Markup(bars)}</div>`}
<div class="number">${cardNumber}</div></div>
</section>
${pages.parts.includes('balances') && balancesSection(room, card)}
${card.tier && tierSection(room, card.tier)}
${pages.parts.includes('wallet') && card.isUsable && html`<form method="post" action="${base}/pass"><button class="plain">${say('wallet')}</button></form>`}
${pages.parts.includes('catalogue') && (pages.catalogue ?? []).length > 0 && html`<p><a class="button plain" href="${base}/rewards">${say('rewards')}</a></p>`}
${pages.parts.includes('referrals') && room.brand.document.referrals && card.isUsable && html`<p><a class="button plain" href="${base}/refer">${say('refer')}</a></p>`}
${pages.parts.includes('giftCards') && card.isUsable && html`<p><a class="button plain" href="${base}/gift">${say('giftCards')}</a></p>`}
<p class="quiet">${say('showAtTill')}</p>`,
  })
}

function balancesSection({ words }: PageRoom, { balances, expiring }: ShownCard): Markup {
  const { say } = words
  const shown = balances.filter(({ amount }) => amount !== 0)
  return html`<section class="sheet"><h2>${say('balances')}</h2>
${shown.length === 0 && html`<p>${say('nothingYet')}</p>`}
<dl class="figures">${shown.map((one) => html`<div><dt>${words.kind(one) || say('money')}</dt><dd>${one.balanceType === 'Currency' ? words.amount(one) : words.amount({ ...one, balanceType: one.balanceType }).replace(` ${words.kind(one)}`, '')}</dd></div>${one.balanceType === 'Punches' && stamps(one)}`)}</dl>
${expiring.slice(0, expiringMax).map((one) => html`<p class="quiet">${say('expires', { amount: words.amount(one), date: words.date(one.at) })}</p>`)}
</section>`
}

const stamps = ({ amount }: MemberAmount): Markup | false =>
  amount <= stampsMax &&
  html`<ul class="stamps" aria-hidden="true">${Array.from({ length: Math.floor(amount) }, () => html`<li></li>`)}</ul>`

function tierSection({ words }: PageRoom, tier: NonNullable<ShownCard['tier']>): Markup {
  const { say } = words
  const { name, next, missing, currency, share, keptUntil } = tier
  const amount =
    missing === undefined
      ? ''
      : currency === undefined
        ? new Intl.NumberFormat(words.language).format(missing)
        : words.money(missing, currency)
  return html`<section class="sheet"><h2>${say('level')}</h2><p class="gained">${name ?? say('noLevel')}</p>
${share !== undefined && html`<progress value="${String(share)}" max="1" aria-label="${say('level')}"></progress>`}
${next !== undefined && missing !== undefined && html`<p>${say('missing', { amount, level: next })}</p>`}
${keptUntil !== undefined && html`<p class="quiet">${say('keptUntil', { date: words.date(keptUntil) })}</p>`}</section>`
}

/** What the route `referral` returns. */
export interface ShownReferral {
  readonly code: string
  readonly link?: string
  readonly brought: number
}

export function referralPage(room: PageRoom, { code, link, brought }: ShownReferral): SentDocument {
  const { words, brand, base } = room
  const { say } = words
  return framed(room, {
    title: say('refer'),
    screen: 'home',
    content: html`<h1>${say('refer')}</h1>
<section class="sheet"><p>${say('referText')}</p><h2>${say('yourCode')}</h2>
<p class="number">${code}</p>
<p>${say('brought', { count: String(brought) })}</p>
${link !== undefined && html`<button class="plain" type="button" hidden data-share="${link}" data-title="${brand.name}" data-done="${say('copied')}">${say('share')}</button>`}
<form method="post" action="${base}/refer"><button class="danger">${say('newCode')}</button></form></section>`,
  })
}

export function couponsPage(room: PageRoom, { coupons }: ShownCard): SentDocument {
  const { words } = room
  const { say } = words
  return framed(room, {
    title: say('coupons'),
    screen: 'coupons',
    isLive: true,
    content: html`<h1>${say('coupons')}</h1>
${coupons.length === 0 && html`<p>${say('noCoupons')}</p>`}
${coupons.map(
  ({ couponId, name, expiresAt }) => html`<section class="sheet"><h2>${name}</h2>
${expiresAt !== undefined && html`<p class="quiet">${say('validUntil', { date: words.date(expiresAt) })}</p>`}
<details><summary>${say('showCode')}</summary><p class="number">${couponId}</p>${barsOf(couponId)}</details></section>`,
)}`,
  })
}

function barsOf(text: string): Markup | undefined {
  const bars = renderCode128(text)
  return bars === undefined
    ? undefined
    : html`<div class="card"><div class="codes"><div class="bars" aria-hidden="true">${new Markup(bars)}</div></div></div>`
}
