import { allocate } from '../../../calls/operations/card/allocate.ts'
import { updateChannelSubscription } from '../../../calls/operations/channel/update-channel-subscription.ts'
import type { ChannelUser } from '../../../domain/channel/channel-user.ts'
import { mayAgain, notCounted } from '../counting.ts'
import { findOwnCards } from '../own-cards.ts'
import { perform } from '../perform.ts'
import { isTurnedAway, type MemberRefusal, turnAway } from '../refusal.ts'
import type { MemberVisit } from '../route.ts'
import { fromPlainText, type Joining, joinCardSet, joiningOwner, joiningUse } from './joining.ts'
import { addressHash, codeRules } from './one-time-code.ts'

type Finishing = Omit<MemberVisit<unknown>, 'request'>

interface Joined {
  readonly isNew: boolean
}

/** Whoever has left lately and joins anew would be welcomed again and again. */
const leftLately = turnAway('unavailable', 'You have left not long ago. Ask at the till for a card.')

/** Whoever has entered the code has the address: their card is found by it, or they get one. */
export async function finishJoining(
  contact: ChannelUser,
  sealed: Buffer,
  visit: Finishing,
): Promise<Joined | MemberRefusal> {
  const { services, brand, pages } = visit
  const joining = fromPlainText(services.pins.sealerFor(joiningUse).open(joiningOwner(brand), sealed))
  const { locationId } = joining
  const isKnown = (await findOwnCards(contact, visit)).length > 0
  if (!isKnown) {
    const about = `joins ${addressHash(services.pins, brand, contact).toString('hex')}`
    if (!(await mayAgain(services, brand, about, codeRules.joins))) return leftLately
    const sent = {
      cardSetId: joinCardSet(pages, brand) ?? '',
      findBy: contact.channel === 'email' ? ('email' as const) : ('mobilePhone' as const),
      // What they read here they want to be written to in.
      customerUpdates: { ...joining.customer, ...(brand.document.brand.languages && { language: visit.language }) },
      brandDemographics: Object.entries(joining.own).map(([name, value]) => ({ fieldName: name, value })),
    }
    const made = await perform(allocate, sent, { services, brand, locationId })
    if (isTurnedAway(made)) {
      await notCounted(services, brand, about)
      return turnAway('unavailable', made.text)
    }
    // Whoever began to join at a server of the version before said nothing of where they came from.
    services.counter.count(brand, { source: joining.source ?? 'direct', location: locationId }, 'joins')
  }
  await keepConsents(contact, joining, visit)
  return { isNew: !isKnown }
}

/** What was agreed to counts at once, for the address that the code has proved; of others nobody knows whose they are. */
async function keepConsents(
  contact: ChannelUser,
  { consents, lists, locationId }: Joining,
  visit: Finishing,
): Promise<void> {
  const { services, brand } = visit
  const { channel, user: channelUser } = contact
  const given = consents.find((one) => one.channel === channel)
  if (!given) return
  const own = brand.document.subscriptionLists.filter((one) => one.channel === channel && lists.includes(one.uuid))
  const sent = {
    channel,
    channelUser,
    globalOptIn: true,
    transactionalOptIn: true,
    doubleOptIn: true,
    doubleOptInConfirmed: true,
    ...(given.text !== '' && { consentText: given.text }),
    ...(own.length > 0 && { categories: own.map(({ uuid }) => ({ category: uuid, optIn: true })) }),
  }
  const kept = await perform(updateChannelSubscription, sent, { services, brand, locationId })
  if (isTurnedAway(kept)) services.log.warn('member.consent', { text: kept.reason, brand: brand.id })
}
