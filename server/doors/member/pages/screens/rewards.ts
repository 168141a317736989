import { html, type Markup } from '../../../../ground/html/markup.ts'
import type { SentDocument } from '../../../../ground/html/page.ts'
import type { RewardState } from '../../rewards/offered-rewards.ts'
import { framed, type PageRoom } from '../frame.ts'
import type { MemberAmount } from '../words.ts'

/** What the route `rewards` returns, as far as the page shows it. */
export interface ShownReward {
  readonly rewardId: string
  readonly name: string
  readonly text?: string
  readonly picture?: string
  readonly price: readonly MemberAmount[]
  readonly missing: readonly MemberAmount[]
  readonly left?: number
  readonly state: RewardState
}

interface RewardsShown {
  readonly rewards: readonly ShownReward[]
  /** For each form of this page: sent twice, it takes once. */
  readonly choiceId: string
  /** The reward that was just chosen, or could not be. */
  readonly chosen?: string
  readonly refused?: string
}

export function rewardsPage(room: PageRoom, { rewards, choiceId, chosen, refused }: RewardsShown): SentDocument {
  const { words } = room
  const { say } = words
  const got = rewards.find(({ rewardId }) => rewardId === chosen)
  const status = refused === undefined ? {} : { status: 422 }
  return framed(room, {
    title: say('rewards'),
    screen: 'home',
    ...status,
    content: html`<h1>${say('rewards')}</h1>
${got && html`<p class="note" role="status">${say('rewardGot', { name: got.name })} <a href="${room.base}/coupons">${say('coupons')}</a></p>`}
${refused !== undefined && html`<p class="note bad" role="status">${refused}</p>`}
${rewards.length === 0 && html`<p>${say('noRewards')}</p>`}
${rewards.map((one) => rewardSheet(room, one, choiceId))}`,
  })
}

function rewardSheet(room: PageRoom, reward: ShownReward, choiceId: string): Markup {
  const { words, base } = room
  const { say } = words
  const { rewardId, name, text, picture, price, left, state } = reward
  const source = picture?.startsWith('https:') ? picture : `data:image/png;base64,${picture ?? ''}`
  return html`<section class="sheet reward" id="${rewardId}"><h2>${name}</h2>
${picture !== undefined && html`<img src="${source}" alt="" loading="lazy">`}
${text !== undefined && html`<p>${text}</p>`}
<p class="gained">${price.length === 0 ? say('rewardFree') : price.map((one) => words.amount(one)).join(' + ')}</p>
${left !== undefined && left > 0 && html`<p class="quiet">${say('rewardLeft', { count: new Intl.NumberFormat(words.language).format(left) })}</p>`}
${
  state === 'open'
    ? html`<form method="post" action="${base}/rewards"><input type="hidden" name="reward" value="${rewardId}"><input type="hidden" name="choice" value="${choiceId}"><button aria-label="${`${say('rewardChoose')}: ${name}`}">${say('rewardChoose')}</button></form>`
    : html`<p class="quiet">${whyNot(room, reward)}</p>`
}</section>`
}

function whyNot({ words }: PageRoom, { state, missing }: ShownReward): string {
  const { say } = words
  switch (state) {
    case 'short':
      return say('rewardShort', { amount: missing.map((one) => words.amount(one)).join(' + ') })
    case 'used':
      return say('rewardUsed')
    case 'gone':
      return say('rewardGone')
    default:
      return say('isBlocked')
  }
}
