import type { SentDocument, SentPage } from '../../../ground/html/page.ts'
import { isTurnedAway } from '../refusal.ts'
import { present, takePresent } from '../routes/gifts.ts'
import { giftRefusalWords } from './gift-visit.ts'
import type { FormValues } from './page-request.ts'
import { type ScreenVisit, seeOther } from './screen-visit.ts'
import type { Filled } from './screens/entry.ts'
import { presentPage } from './screens/gift.ts'
import type { MemberAmount } from './words.ts'

/** A gift that somebody has sent. Opening it changes nothing: mail programs open links, too. */
export async function showPresent(visit: ScreenVisit, token: string, wrong?: Filled): Promise<SentDocument> {
  const found = await visit.ask<{ balances: MemberAmount[] }>(present, { gift: token })
  if (!isTurnedAway(found)) return presentPage(visit.room, { ...found, token, isIn: visit.isIn }, wrong)
  const isOver = found.reason === 'refused' || found.reason === 'invalid'
  return isOver ? presentPage(visit.room, undefined) : visit.refused(found)
}

export async function actOnPresent(visit: ScreenVisit, form: FormValues): Promise<SentPage> {
  const token = form.one('gift').slice(0, 400)
  const done = await visit.ask(takePresent, { gift: token })
  if (!isTurnedAway(done)) return seeOther(`${visit.room.base}/gift?${visit.done.queryFor('added')}`)
  if (done.reason !== 'refused') return visit.refused(done)
  const text = visit.room.words.say(giftRefusalWords(done))
  return showPresent(visit, token, { values: {}, fault: { text } })
}
