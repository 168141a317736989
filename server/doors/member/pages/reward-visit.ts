import type { SentDocument, SentPage } from '../../../ground/html/page.ts'
import { newToken } from '../../../ground/kernel/random-token.ts'
import { isTurnedAway } from '../refusal.ts'
import { chooseReward, rewards } from '../routes/rewards.ts'
import type { FormValues } from './page-request.ts'
import { type ScreenVisit, seeOther } from './screen-visit.ts'
import { rewardsPage, type ShownReward } from './screens/rewards.ts'

/** What there is to choose, with what became of a choice. */
export async function showRewards(
  visit: ScreenVisit,
  { chosen, refused }: { readonly chosen?: string | undefined; readonly refused?: string },
): Promise<SentDocument> {
  const found = await visit.ask<{ rewards: ShownReward[] }>(rewards)
  if (isTurnedAway(found)) return visit.refused(found)
  const choiceId = newToken(visit.random).token
  return rewardsPage(visit.room, {
    ...found,
    choiceId,
    ...(chosen !== undefined && { chosen }),
    ...(refused !== undefined && { refused }),
  })
}

/** A form that is sent twice chooses once: both have the same choice. */
export async function actOnRewards(visit: ScreenVisit, form: FormValues): Promise<SentPage> {
  const rewardId = form.one('reward').slice(0, 64)
  const done = await visit.ask(chooseReward, { rewardId, choiceId: form.one('choice').slice(0, 64) })
  if (!isTurnedAway(done)) return seeOther(`${visit.room.base}/rewards?${visit.done.queryFor('chosen', rewardId)}`)
  if (done.reason !== 'refused' && done.reason !== 'invalid') return visit.refused(done)
  return showRewards(visit, { refused: visit.room.words.say('rewardRefused') })
}
