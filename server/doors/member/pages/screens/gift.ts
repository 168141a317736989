import { html, type Markup } from '../../../../ground/html/markup.ts'
import type { SentDocument } from '../../../../ground/html/page.ts'
import type { Instant } from '../../../../ground/kernel/time.ts'
import { framed, type PageRoom } from '../frame.ts'
import type { MemberAmount } from '../words.ts'
import { type Filled, fault, nothingFilled } from './entry.ts'

/** What the route `gifts` returns of each. */
export interface ShownGift {
  readonly giftId: string
  readonly cardEnd: string
  readonly sentAt: Instant
  readonly state: 'waiting' | 'taken' | 'revoked'
  readonly link?: string
}

export interface GiftShown {
  /** Absent for whoever is not in, and can only look. For each form of this page: sent twice, it moves once. */
  readonly choiceId?: string | undefined
  readonly filled?: Filled
  /** What the card has that was asked about. */
  readonly found?: readonly MemberAmount[]
  /** What was just added. */
  readonly isAdded?: boolean
  /** Where the one that was just sent goes; empty: only to whoever gets the link. */
  readonly sentTo?: string
  readonly gifts?: readonly ShownGift[]
}

export function giftPage(room: PageRoom, shown: GiftShown): SentDocument {
  const { words, base, brand } = room
  const { say } = words
  const { choiceId, filled = nothingFilled, found, isAdded, sentTo, gifts = [] } = shown
  const title = say(choiceId === undefined ? 'checkGiftCard' : 'giftCards')
  return framed(room, {
    title,
    ...(choiceId !== undefined && { screen: 'home' }),
    content: html`<h1>${title}</h1>
${isAdded && html`<p class="note" role="status">${say('giftAdded')} <a href="${base}">${say('home')}</a></p>`}
${sentTo && html`<p class="note" role="status">${say('giftMailed', { address: sentTo })}</p>`}
${found && html`<section class="sheet" role="status"><h2>${say('giftHas')}</h2>${amountsOf(found, room)}</section>`}
<form class="sheet" method="post" action="${base}/gift">
<p class="quiet">${say('giftCardText')}</p>
<label for="number">${say('cardNumber')}</label>
<input id="number" name="cardNumber" inputmode="numeric" autocomplete="off" required maxlength="100" value="${filled.values.cardNumber ?? ''}">
<label for="pin">${say('pin')}</label>
<input id="pin" name="pin" inputmode="numeric" autocomplete="off" required maxlength="20">
${fault(filled)}
<button name="do" value="check">${say('check')}</button>
${choiceId !== undefined && moving(choiceId, filled, { words, canMail: brand.document.senders.email !== undefined })}
</form>
${gifts.length > 0 && html`<section class="sheet"><h2>${say('giftsSent')}</h2><ul class="list">${gifts.map((one) => sentGift(one, room))}</ul></section>`}
<p><a href="${base}">${say('back')}</a></p>`,
  })
}

/** What a member can do with the card besides looking at it. */
function moving(
  choiceId: string,
  { values }: Filled,
  { words: { say }, canMail }: Pick<PageRoom, 'words'> & { readonly canMail: boolean },
): Markup {
  return html`<input type="hidden" name="choice" value="${choiceId}"><button class="plain" name="do" value="add">${say('giftAdd')}</button>
<details${values.friend && html` open`}><summary>${say('giftSend')}</summary><p class="quiet">${say('giftSendText')}</p>
${canMail && html`<label for="friend">${say('giftFriend')} (${say('optional')})</label><input id="friend" name="friend" type="email" autocomplete="off" maxlength="254" aria-describedby="friend-text" value="${values.friend ?? ''}"><p class="quiet" id="friend-text">${say('giftFriendText')}</p>`}
<button class="plain" name="do" value="send">${say('giftSend')}</button></details>`
}

const states = { waiting: 'giftWaiting', taken: 'giftTaken', revoked: 'giftRevoked' } as const

function sentGift({ giftId, cardEnd, sentAt, state, link }: ShownGift, { words, base, brand }: PageRoom): Markup {
  const { say } = words
  return html`<li><strong>${say('giftCardEnd', { end: cardEnd })}</strong><div class="quiet">${words.time(sentAt)} · ${say(states[state])}</div>
${
  link !== undefined &&
  html`<label for="link-${giftId}">${say('giftLink')}</label><input id="link-${giftId}" readonly value="${link}"><p class="quiet">${say('giftLinkText')}</p>
<button class="plain" type="button" hidden data-share="${link}" data-title="${brand.name}" data-done="${say('copied')}">${say('share')}</button>`
}
${state === 'waiting' && html`<form method="post" action="${base}/gift"><input type="hidden" name="gift" value="${giftId}"><button class="plain" name="do" value="revoke" aria-label="${`${say('giftRevoke')}: ${say('giftCardEnd', { end: cardEnd })}`}">${say('giftRevoke')}</button></form>`}</li>`
}

/** A gift as whoever it was sent to sees it. Undefined: it is over. */
export function presentPage(
  room: PageRoom,
  present: { readonly token: string; readonly balances: readonly MemberAmount[]; readonly isIn: boolean } | undefined,
  wrong: Filled = nothingFilled,
): SentDocument {
  const { words, base } = room
  const { say } = words
  return framed(room, {
    title: say('present'),
    ...(present === undefined && { status: 404 }),
    content: html`<h1>${say('present')}</h1>
${
  present === undefined
    ? html`<p class="note bad">${say('presentGone')}</p>`
    : html`<section class="sheet">${amountsOf(present.balances, room)}
${fault(wrong)}
${present.isIn ? takeForm(present.token, room) : html`<p>${say('presentJoin')}</p><p><a class="button" href="${base}/join">${say('join')}</a></p><p><a class="button plain" href="${base}/in">${say('logIn')}</a></p>`}</section>`
}
<p><a href="${base}">${say('back')}</a></p>`,
  })
}

const takeForm = (token: string, { words: { say }, base }: PageRoom): Markup =>
  html`<p>${say('presentText')}</p><form method="post" action="${base}/present"><input type="hidden" name="gift" value="${token}"><button>${say('giftAdd')}</button></form>`

function amountsOf(amounts: readonly MemberAmount[], { words }: PageRoom): Markup {
  return amounts.length === 0
    ? html`<p>${words.say('giftEmpty')}</p>`
    : html`${amounts.map((one) => html`<p class="gained">${words.amount(one)}</p>`)}`
}
