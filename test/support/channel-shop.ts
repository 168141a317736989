import { ask } from './race.ts'
import { openShop, type Shop } from './shop.ts'

export const uuidOf = (digit: number) => `7b1c0d5e-6f0a-4a52-9a0e-0d6f3f3f3a0${digit}`
export const subscriptionLists = [
  { uuid: uuidOf(1), name: 'News', channel: 'email', public: true },
  { uuid: uuidOf(2), name: 'Offers', channel: 'email', public: false },
  { uuid: uuidOf(3), name: 'Texts', channel: 'sms' },
  { uuid: uuidOf(4), name: 'Calls', channel: 'phone' },
  { uuid: uuidOf(5), name: 'Pushes', channel: 'push' },
]
const locations = [
  { id: 'L1', name: 'Pier 1', terminals: ['T1'] },
  { id: 'NL', name: 'Haven 2', country: 'NL', terminals: ['T1'] },
]
export const options = { locations, more: { subscriptionLists } }
export const openListShop = () => openShop(options)

export const ana = { channel: 'email', channelUser: 'ana@example.com' }
export const phone = { channel: 'phone', channelUser: '+12125550123' }
export const unknown = {
  globalOptIn: false,
  transactionalOptIn: false,
  doubleOptIn: false,
  doubleOptInConfirmed: false,
  categories: [],
  customKeyValues: [],
}

export const update = (shop: Shop, body: object, headers = {}) => shop.must('updateChannelSubscription', body, headers)

export async function look(shop: Shop, user: object = ana, headers = {}) {
  const { success: _, requestRef: __, ...shown } = await shop.must('channelSubscription', user, headers)
  return shown
}

export const messagesOf = (shop: Shop) =>
  ask('select channel, card_id, recipient, rule_id, subject, body, state from message where brand_id = $1', [shop.id])

export const full = {
  globalOptIn: true,
  transactionalOptIn: true,
  doubleOptIn: true,
  doubleOptInConfirmed: true,
  categories: [{ category: 'News', optIn: true }],
  customKeyValues: [{ name: 'a', value: '1' }],
}
