import { html, type Markup } from '../../../../ground/html/markup.ts'
import type { SentDocument } from '../../../../ground/html/page.ts'
import type { Instant } from '../../../../ground/kernel/time.ts'
import { framed, type PageRoom } from '../frame.ts'
import type { MemberAmount, Words } from '../words.ts'

/** What the route `story` returns, as far as the page shows it. */
export interface ShownHappening {
  readonly requestRef: string
  readonly at: Instant
  readonly what: string
  readonly place?: { readonly name: string }
  readonly isVoided?: boolean
  readonly paid?: { readonly net: number; readonly currency: string }
  readonly products?: readonly { readonly name: string; readonly quantity: number }[]
  readonly got?: readonly MemberAmount[]
  readonly lost?: readonly MemberAmount[]
  readonly reward?: string
  readonly couponsGiven?: readonly { readonly name: string }[]
}

/** Why something happened, in words. */
export interface ShownReason {
  readonly ref: string
  readonly given: readonly string[]
  readonly nearly: readonly string[]
  readonly more: readonly string[]
}

/** What is the merchant's own business, or changes nothing for the member, is not told. */
const untold: ReadonlySet<string> = new Set([
  'setup',
  'setupCancelled',
  'unchanged',
  'found',
  'accountChanged',
  'elsewhere',
])

export function historyPage(
  room: PageRoom,
  story: { readonly happenings: readonly ShownHappening[]; readonly next?: number },
  reason?: ShownReason,
): SentDocument {
  const { words, base } = room
  const { say } = words
  const told = story.happenings.filter(
    ({ what, got = [], lost = [], couponsGiven = [] }) =>
      !untold.has(what) || got.length + lost.length + couponsGiven.length > 0,
  )
  return framed(room, {
    title: say('history'),
    screen: 'history',
    isLive: reason === undefined && story.next === undefined,
    content: html`<h1>${say('history')}</h1>
${told.length === 0 && html`<p>${say('noHistory')}</p>`}
${told.length > 0 && html`<section class="sheet"><ul class="list">${told.map((one) => entry(one, room, reason?.ref === one.requestRef ? reason : undefined))}</ul></section>`}
${story.next !== undefined && html`<p><a class="button plain" href="${base}/history?before=${String(story.next)}">${say('older')}</a></p>`}`,
  })
}

function entry(one: ShownHappening, { words, base }: PageRoom, reason: ShownReason | undefined): Markup {
  const { say } = words
  const { requestRef, at, place, isVoided, products = [], got = [], lost = [], couponsGiven = [] } = one
  const bought = products.map(({ name, quantity }) => (quantity === 1 ? name : `${quantity} × ${name}`)).join(', ')
  return html`<li id="${requestRef}"><strong>${titleOf(one, words)}</strong>
<div class="quiet">${words.time(at)}${place && html` · ${place.name}`}</div>
${bought !== '' && html`<div>${bought}</div>`}
${got.map((amount) => html`<div class="gained">+ ${words.amount(amount)}</div>`)}
${lost.map((amount) => html`<div>− ${words.amount(amount)}</div>`)}
${couponsGiven.map(({ name }) => html`<div class="gained">+ ${name}</div>`)}
${isVoided && html`<div class="quiet">${say('wasUndone')}</div>`}
${reason ? reasons(reason, words) : html`<a href="${base}/history?why=${requestRef}#${requestRef}">${say('why')}</a>`}</li>`
}

function reasons({ given, nearly, more }: ShownReason, { say }: Words): Markup {
  return html`<div role="status">${given.map((one) => html`<p>${one}</p>`)}${more.map((one) => html`<p>${one}</p>`)}
${nearly.map((one) => html`<p class="quiet">${say('nearly', { what: one })}</p>`)}
${given.length + nearly.length + more.length === 0 && html`<p class="quiet">–</p>`}</div>`
}

function titleOf({ what, paid, reward }: ShownHappening, { say, money }: Words): string {
  switch (what) {
    case 'sale':
      return say('sale', { amount: paid ? money(paid.net, paid.currency) : '' })
    case 'rewardChosen':
      return say('rewardStory', { name: reward ?? '' })
    case 'returned':
      return say('returned')
    case 'given':
    case 'imported':
    case 'ruleFired':
    case 'couponGiven':
    case 'offerGiven':
      return say('given')
    case 'used':
    case 'cashedOut':
      return say('used')
    case 'expired':
      return say('expiredStory')
    case 'allocated':
      return say('joinedStory')
    case 'transferredIn':
      return say('movedStory')
    case 'voided':
      return say('undone')
    default:
      return say('otherStory')
  }
}
