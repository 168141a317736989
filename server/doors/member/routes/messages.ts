import { updateChannelSubscription } from '../../../calls/operations/channel/update-channel-subscription.ts'
import { flag, list, model, oneOf, text } from '../../../ground/contract/field.ts'
import { listChannels } from '../../../storage/store/batch/channel.sql.ts'
import { perform } from '../perform.ts'
import { isTurnedAway, turnAway } from '../refusal.ts'
import { type OwnMemberVisit, ownRoute } from '../route.ts'

const ownList = model('MemberSubscription', 'A subscription list.', {
  id: text('The list.').required(),
  name: text('Its name.').required(),
  isOn: flag('Whether the member is on it.').required(),
})

const ownChannel = model('MemberChannel', 'An address or number of the member, and what it may be used for.', {
  channel: oneOf('The kind.', ['email', 'phone']).required(),
  address: text('The address or number.').required().personal(),
  isWanted: flag('Whether news and offers are wanted.').required(),
  isAboutOwn: flag('Whether messages about own purchases are wanted.').required(),
  isUnconfirmed: flag('Whether it was asked to confirm and has not yet.').required(),
  lists: list('The subscription lists.', ownList).required(),
})

export const messages = ownRoute({
  name: 'messages',
  part: 'data',
  changes: false,
  summary: 'What the member agreed to, by address and purpose.',
  request: {},
  response: { channels: list('The addresses and numbers.', ownChannel).required() },
  run: async (visit) => ({ channels: await findOwnChannels(visit) }),
})

export const changeMessages = ownRoute({
  name: 'changeMessages',
  part: 'data',
  changes: true,
  summary: 'Agree to messages, or withdraw that. It counts at once.',
  request: {
    channel: oneOf('The kind.', ['email', 'phone']).required(),
    address: text('The address or number, as messages returns it.').required().max(320).personal(),
    isWanted: flag('Whether news and offers are wanted.').required(),
    isAboutOwn: flag('Whether messages about own purchases are wanted.'),
    lists: list('The subscription lists that are wanted, of those that messages returns.', text('A list.')).max(50),
  },
  response: {},
  run: async (visit) => {
    const { channel, address, isWanted, isAboutOwn, lists } = visit.request
    const known = (await findOwnChannels(visit)).find((one) => one.channel === channel && one.address === address)
    if (!known) return turnAway('notFound', 'This is none of your addresses.')
    const sent = {
      channel,
      channelUser: address,
      globalOptIn: isWanted,
      ...(isAboutOwn !== undefined && { transactionalOptIn: isAboutOwn }),
      ...(isWanted &&
        lists && { categories: known.lists.map(({ id }) => ({ category: id, optIn: lists.includes(id) })) }),
    }
    const done = await perform(updateChannelSubscription, sent, visit)
    return isTurnedAway(done) ? done : {}
  },
})

/** What the member has proved by a code. What else the account says may be somebody else's. */
async function findOwnChannels({ services, brand, member }: OwnMemberVisit<unknown>) {
  const users = member.contact ? [member.contact] : []
  const kept = new Map(
    (await listChannels(services.pool, brand.id, users)).map((one) => [`${one.channel} ${one.key}`, one]),
  )
  return users.map(({ channel, key, user }) => {
    const found = kept.get(`${channel} ${key}`)
    const offered = brand.document.subscriptionLists.filter((one) => one.public && one.channel === channel)
    return {
      channel,
      address: user,
      isWanted: found?.globalOptIn ?? false,
      isAboutOwn: found?.transactionalOptIn ?? false,
      isUnconfirmed: found?.doubleOptIn === true && !found.doubleOptInConfirmed,
      lists: offered.map(({ uuid, name }) => ({ id: uuid, name, isOn: found?.lists[uuid] ?? false })),
    }
  })
}
