import { updateChannelSubscription } from '../../../calls/operations/channel/update-channel-subscription.ts'
import type { ChannelUser } from '../../../domain/channel/channel-user.ts'
import { listChannels } from '../../../storage/store/batch/channel.sql.ts'
import { perform } from '../perform.ts'
import { isTurnedAway } from '../refusal.ts'
import type { OwnMemberVisit } from '../route.ts'

type Visit = OwnMemberVisit<unknown>

interface KeptConsents {
  readonly channel: 'email' | 'phone'
  readonly channelUser: string
  readonly globalOptIn: boolean
  readonly transactionalOptIn: boolean
  readonly doubleOptIn?: boolean
  readonly doubleOptInConfirmed?: boolean
  readonly consentText?: string
  readonly categories?: { category: string; optIn: boolean }[]
}

/** What somebody agreed to, they agreed to themselves: it goes along to the address that they have proved. */
export async function takeConsentsAlong(old: ChannelUser, wanted: ChannelUser, visit: Visit): Promise<void> {
  const { services, brand } = visit
  const [before] = await listChannels(services.pool, brand.id, [old])
  if (!before) return
  const { globalOptIn, transactionalOptIn, doubleOptIn, doubleOptInConfirmed, lists, said } = before
  const known = brand.document.subscriptionLists.filter((one) => one.channel === wanted.channel)
  const own = known.filter(({ uuid }) => lists[uuid])
  await keep(
    {
      ...{ channel: wanted.channel, channelUser: wanted.user, globalOptIn, transactionalOptIn },
      ...{ doubleOptIn, doubleOptInConfirmed },
      ...(said?.text && { consentText: said.text }),
      ...(globalOptIn && own.length > 0 && { categories: own.map(({ uuid }) => ({ category: uuid, optIn: true })) }),
    },
    visit,
  )
}

/** Nobody is to be written to any more at an address that no account has. */
export async function giveUpConsents({ channel, user, key }: ChannelUser, visit: Visit): Promise<void> {
  const [known] = await listChannels(visit.services.pool, visit.brand.id, [{ channel, key }])
  if (!known?.globalOptIn && !known?.transactionalOptIn) return
  await keep({ channel, channelUser: user, globalOptIn: false, transactionalOptIn: false }, visit)
}

async function keep(sent: KeptConsents, visit: Visit): Promise<void> {
  const kept = await perform(updateChannelSubscription, sent, visit)
  if (isTurnedAway(kept)) visit.services.log.warn('member.consent', { text: kept.reason, brand: visit.brand.id })
}
