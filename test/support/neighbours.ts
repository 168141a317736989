import { ruleUuid } from '../../server/domain/campaign/uuids.ts'
import { openShop, type Shop } from './shop.ts'

export const usd = (amount: number) => ({ balanceType: 'Currency', balanceCode: 'USD', amount })

/** The same ids in both brands: location, terminal, program, card sets, and the numbers of the listed cards. */
const listed = { id: 'listed', name: 'Listed', cards: [{ cardNumber: '80000001' }, { cardNumber: '80000002' }] }
const common = { id: 'cards', name: 'Cards', generate: { count: 5, prefix: '60', length: 16 } }

const coupons = { id: 'coupons', name: 'Coupons', coupons: ['C-1', 'C-2'] }

/** What one brand has and the other has not. */
export interface Theirs {
  readonly card: string
  readonly set: string
  readonly ref: string
  readonly hold: string
  readonly order: string
  readonly coupon: string
  readonly child: string
  readonly sale: string
  readonly setup: string
  readonly rule: string
  readonly user: string
  readonly number: string
  readonly message: string
  readonly list: string
  readonly template: string
  readonly key: string
  readonly errand: string
  readonly draft: string
}

export const theirList = { uuid: '7b1c0d5e-6f0a-4a52-9a0e-0d6f3f3f3a01', name: 'Theirs', channel: 'email' }

const campaign = {
  id: 'main',
  name: 'Main',
  rules: [{ id: 'gift', trigger: 'custom', then: [{ issue: { balanceType: 'Points', amount: 5 } }] }],
}

async function draftOf(shop: Shop): Promise<string> {
  const entries = [{ section: 'groups', key: 'theirs', text: 'id: theirs' }]
  return (await shop.must('saveDraft', { title: 'Theirs', entries })).draftId
}

/** Two brands, ours and theirs, and what only theirs has. */
export async function openNeighbours() {
  const theirCoupons = { id: 'only-theirs', name: 'Theirs', coupons: ['C-THEIRS'] }
  const theirSet = { id: 'only-theirs', name: 'Theirs', generate: { count: 2, prefix: '62', length: 16 } }
  const them = await openShop({
    cardSets: [common, listed, theirSet],
    more: {
      couponSets: [coupons, theirCoupons],
      campaigns: [campaign],
      subscriptionLists: [theirList],
      templates: [{ id: 'theirs', channel: 'sms', body: 'Hello' }],
      demographicFields: [{ name: 'theirs' }],
      eventTypes: [{ categoryId: 'theirs' }],
      webhooks: [{ id: 'theirs', url: 'https://theirs.example/' }],
    },
  })
  const us = await openShop({ cardSets: [common, listed], more: { couponSets: [coupons] } })
  for (const shop of [them, us]) {
    await shop.must('allocate', { cardNumber: '80000001' })
    await shop.must('updateBalance', { cardNumber: '80000001', action: 'issue', amount: usd(100) })
  }
  await us.must('allocateChildCard', { cardNumber: '80000001', childCardNumber: 'CHILD-OURS' })
  await them.must('allocate', { cardNumber: 'ONLY-THEIRS', cardSetId: 'cards', createIfNew: true })
  const { body: sale } = await them.update('80000001', 'redeem', { usd: 5 }, {}, { externalTransactionId: 'order-1' })
  const { body: hold } = await them.hold('80000001', { usd: 7 })
  const { requestRef: checkout } = await them.must('checkout', { cardNumber: '80000001', checkoutTotal: 9 })
  await them.must('allocateChildCard', { cardNumber: '80000001', childCardNumber: 'CHILD-THEIRS' })
  const locking = { cardNumber: 'ONLY-THEIRS', isSetup: true, lockSetupDuration: 600, checkoutTotal: 9 }
  const { requestRef: setup } = await them.must('checkout', locking)
  const category = { category: 'Theirs', optIn: true }
  const theirUser = { channel: 'email', channelUser: 'theirs@example.com' }
  await them.must('updateChannelSubscription', { ...theirUser, globalOptIn: true, categories: [category] })
  const theirNumber = { channel: 'phone', channelUser: '+12125550123', globalOptIn: true, doubleOptIn: true }
  const { requestRef: question } = await them.must('updateChannelSubscription', theirNumber)
  await them.must('createKey', { key: 'theirs' })
  const { errandId } = await them.must('startErrand', { kind: 'verify' })
  const draftId = await draftOf(them)
  const theirs: Theirs = {
    card: 'ONLY-THEIRS',
    set: 'only-theirs',
    ref: sale.requestRef,
    hold: hold.transactionId,
    order: 'order-1',
    coupon: 'C-THEIRS',
    child: 'CHILD-THEIRS',
    sale: checkout,
    setup,
    rule: ruleUuid(them.id, 'main', 'gift'),
    user: 'theirs@example.com',
    number: theirNumber.channelUser,
    message: `${question}-1`,
    list: theirList.uuid,
    template: 'theirs',
    key: 'theirs',
    errand: errandId,
    draft: draftId,
  }
  return { us, them, theirs }
}

export const nobodys: Theirs = {
  card: 'ONLY-NOBODY',
  set: 'only-nobody',
  ref: '01900000-0000-7000-8000-000000000001',
  hold: '01900000-0000-7000-8000-000000000002',
  order: 'order-2',
  coupon: 'C-NOBODYS',
  child: 'CHILD-NOBODYS',
  sale: '01900000-0000-7000-8000-000000000003',
  setup: '01900000-0000-7000-8000-000000000004',
  rule: ruleUuid('nobody', 'main', 'gift'),
  user: 'nobodys@example.com',
  number: '+12125550124',
  message: '01900000-0000-7000-8000-000000000005-1',
  list: '7b1c0d5e-6f0a-4a52-9a0e-0d6f3f3f3a02',
  template: 'nobodys',
  key: 'nobodys',
  errand: '01900000-0000-7000-8000-000000000006',
  draft: '01900000-0000-7000-8000-000000000007',
}
