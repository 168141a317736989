import assert from 'node:assert/strict'
import { test } from 'node:test'
import { operations } from '../../server/calls/operations/all.ts'
import type { Model } from '../../server/ground/contract/field.ts'
import { dumpBrand } from '../support/brand-dump.ts'
import { nobodys, openNeighbours, type Theirs, theirList, usd } from '../support/neighbours.ts'
import { type Answer, openShop, Shop } from '../support/shop.ts'

const ourRedemption = { cardNumber: '80000001', action: 'redeem', amount: usd(1) }

const date = '2027-01-01 00:00:00'
const simulated = { cardNumber: '80000001', checkoutTotal: 1, date }

const children = { returnFields: { childCards: true } }
const ourOffer = { skus: [{ sku: 'ESP' }], discountType: 'bogo', expirationDate: '2027-01-01 00:00:00' }

const ourDraft = { title: 'Ours', entries: [{ section: 'groups', key: 'theirs', text: 'id: theirs' }] }

/** Each field that names something, in a body that is right but for it. */
const naming: Record<string, (its: Theirs) => object> = {
  'addPersonalOffer.cardNumber': ({ card }) => ({ cardNumber: card, offers: [ourOffer] }),
  'allocateChildCard.cardNumber': ({ card }) => ({ cardNumber: card, childCardNumber: 'CHILD' }),
  'channelSubscription.channelUser': ({ user }) => ({ channel: 'email', channelUser: user }),
  'updateChannelSubscription.channelUser': ({ user }) => ({
    channel: 'email',
    channelUser: user,
    globalOptIn: true,
    categories: [{ category: 'nobodys' }],
  }),
  'updateChannelSubscription.categories.category': ({ list }) => ({
    channel: 'email',
    channelUser: 'ana@example.com',
    globalOptIn: true,
    categories: [{ category: list }],
  }),
  'checkout.cardNumber': ({ card }) => ({ cardNumber: card, checkoutTotal: 1 }),
  'checkout.coupons': ({ coupon }) => ({ cardNumber: '80000001', checkoutTotal: 1, coupons: [coupon] }),
  'checkout.relatedSetupTransactionId': ({ setup }) => ({
    cardNumber: '80000001',
    relatedSetupTransactionId: setup,
  }),
  'checkout.cancelSetup': ({ setup }) => ({ cancelSetup: true, relatedSetupTransactionId: setup }),
  'checkout.paymentMethods.updateBalanceRequestRef': ({ ref }) => ({
    cardNumber: '80000001',
    checkoutTotal: 1,
    paymentMethods: [{ updateBalanceRequestRef: ref }],
  }),
  'checkout.childCardNumber': ({ child }) => ({ cardNumber: '80000001', childCardNumber: child, checkoutTotal: 1 }),
  'checkout.referringCardNumber': ({ card }) => ({
    cardNumber: '80000001',
    referringCardNumber: card,
    checkoutTotal: 1,
  }),
  'checkout.referralCode': ({ card }) => ({ cardNumber: '80000001', referralCode: card, checkoutTotal: 1 }),
  'checkoutLookup.checkoutTransactionId': ({ sale }) => ({ checkoutTransactionId: sale }),
  'communicationActivity.cardNumber': ({ card }) => ({ cardNumber: card }),
  'generatePassLink.cardNumber': ({ card }) => ({ cardNumber: card }),
  'memberToken.cardNumber': ({ card }) => ({ cardNumber: card }),
  'referralCode.cardNumber': ({ card }) => ({ cardNumber: card }),
  'logPushEvent.cardNumber': ({ card }) => ({ cardNumber: card, eventName: 'opened' }),
  'processBounce.messageId': ({ message }) => ({ messageId: message }),
  'processBounce.channelUser': ({ number }) => ({ channel: 'phone', channelUser: number }),
  'processMessage.cardNumber': ({ card }) => ({ cardNumber: card, message: 'STOP' }),
  'processMessage.channelUser': ({ number }) => ({ channelUser: number, message: 'YES' }),
  'renderTemplate.cardNumber': ({ card, template }) => ({ cardNumber: card, templateId: template }),
  'renderTemplate.templateId': ({ template }) => ({ cardNumber: '80000001', templateId: template }),
  'subscriptionDetails.cardNumber': ({ card }) => ({ cardNumber: card }),
  'chooseReward.cardNumber': ({ card }) => ({ cardNumber: card, rewardId: 'free-coffee' }),
  'chooseReward.rewardId': ({ template }) => ({ cardNumber: '80000001', rewardId: template }),
  'triggerReferRewards.cardNumber': ({ card }) => ({ cardNumber: card, checkoutCount: 1, checkoutTotalSum: 1 }),
  'offerActivity.cardNumber': ({ card }) => ({ cardNumber: card }),
  'returnMerchandise.cardNumber': ({ card, sale }) => ({ cardNumber: card, checkoutRequestRef: sale }),
  'returnMerchandise.checkoutRequestRef': ({ sale }) => ({ cardNumber: '80000001', checkoutRequestRef: sale }),
  'returnMerchandise.childCardNumber': ({ child }) => ({ cardNumber: '80000001', childCardNumber: child }),
  'triggerCampaignRule.cardNumber': ({ card, rule }) => ({ cardNumber: card, campaignRuleUUID: rule }),
  'triggerCampaignRule.campaignRuleUUID': ({ rule }) => ({ cardNumber: '80000001', campaignRuleUUID: rule }),
  'triggerCustomCampaigns.cardNumber': ({ card }) => ({ cardNumber: card }),
  'allocate.cardSetId': ({ set }) => ({ cardSetId: set }),
  'allocate.cardNumber': ({ card }) => ({ cardNumber: card }),
  'allocate.brandDemographics.fieldName': ({ template }) => ({
    cardNumber: '80000002',
    brandDemographics: [{ fieldName: template, value: 'x' }],
  }),
  'allocateCoupon.couponSetId': ({ set }) => ({ couponSetId: set }),
  'allocateCoupon.couponId': ({ coupon }) => ({ couponId: coupon }),
  'allocateCoupon.cardNumber': ({ card }) => ({ couponId: 'C-1', cardNumber: card, promotionId: 'summer' }),
  'couponDetails.couponId': ({ coupon }) => ({ couponId: coupon }),
  'cardHistory.cardNumber': ({ card }) => ({ cardNumber: card }),
  'cardHistory.childCardNumber': ({ card }) => ({ cardNumber: '80000001', childCardNumber: card }),
  'cardHistory.couponId': ({ coupon }) => ({ cardNumber: '80000001', couponId: coupon }),
  'listRequests.externalTransactionId': ({ order }) => ({ externalTransactionId: order }),
  'listValueTypes.lookupCardNumber': ({ card }) => ({ lookupCardNumber: card }),
  'listValueTypes.cardSetId': ({ set }) => ({ cardSetId: set }),
  'requestLookup.requestRef': ({ ref }) => ({ requestRef: ref, showDetailedMutations: true }),
  'search.filters.cardNumber': ({ card }) => ({ filters: { cardNumber: card }, includeInactive: true }),
  'search.filters.customCardNumber': ({ card }) => ({ filters: { customCardNumber: card }, includeInactive: true }),
  'search.filters.cardSetId': ({ set }) => ({ filters: { cardSetId: set }, includeInactive: true }),
  'reactivate.cardNumber': ({ card }) => ({ cardNumber: card }),
  'transfer.cardNumber': ({ card }) => ({ action: 'out', cardNumber: card }),
  'transfer.oldCardNumber': ({ card }) => ({ action: 'in', cardNumber: '80000001', oldCardNumber: card }),
  'transfer.childCardNumber': ({ child }) => ({ action: 'out', cardNumber: '80000001', childCardNumber: child }),
  'transfer.oldChildCardNumber': ({ child }) => ({
    action: 'in',
    cardNumber: '80000001',
    oldCardNumber: '80000001',
    childCardNumber: 'CHILD-OURS',
    oldChildCardNumber: child,
  }),
  'updateAccount.cardNumber': ({ card }) => ({ cardNumber: card, primaryCustomer: { city: 'Oslo' } }),
  'updateAccount.childCardNumber': ({ child }) => ({ cardNumber: '80000001', childCardNumber: child }),
  'updateAccount.brandDemographics.fieldName': ({ template }) => ({
    cardNumber: '80000001',
    brandDemographics: [{ fieldName: template, value: 'x' }],
  }),
  'updateAccount.thirdPartyUpdates.categories.uuid': ({ list }) => ({
    cardNumber: '80000001',
    thirdPartyUpdates: [{ thirdParty: 'email', categories: [{ uuid: list, optIn: true }] }],
  }),
  'updateAccount.thirdPartyUpdates.categories.name': ({ list }) => ({
    cardNumber: '80000001',
    thirdPartyUpdates: [
      {
        thirdParty: 'email',
        categories: [{ name: list === theirList.uuid ? theirList.name : 'Nobodys', optIn: true }],
      },
    ],
  }),
  'updateAccount.newEvents.categoryId': ({ template }) => ({
    cardNumber: '80000001',
    newEvents: [{ categoryId: template }],
  }),
  'updateAccount.programEnrollments.program': ({ set }) => ({
    cardNumber: '80000001',
    programEnrollments: [{ program: set, enroll: true }],
  }),
  'search.childFilters.cardNumber': ({ child }) => ({ filters: {}, childFilters: { cardNumber: child }, ...children }),
  'search.childFilters.customCardNumber': ({ card }) => ({
    filters: {},
    childFilters: { customCardNumber: card },
    ...children,
  }),
  'search.childFilters.cardSetId': ({ set }) => ({ filters: {}, childFilters: { cardSetId: set }, ...children }),
  'updateBalance.cardNumber': ({ card }) => ({ ...ourRedemption, cardNumber: card }),
  'updateBalance.redeemFromHoldTransactionId': ({ hold }) => ({ ...ourRedemption, redeemFromHoldTransactionId: hold }),
  'updateBalance.childCardNumber': ({ card }) => ({ ...ourRedemption, childCardNumber: card }),
  'updateBalance.couponId': ({ coupon }) => ({ ...ourRedemption, couponId: coupon }),
  'voidTransaction.requestRef': ({ ref }) => ({ cardNumber: '80000001', requestRef: ref }),
  'voidTransaction.cardNumber': ({ card, ref }) => ({ cardNumber: card, requestRef: ref }),
  'balance.cardNumber': ({ card }) => ({ cardNumber: card, pin: '0000' }),
  'enroll.cardSetId': ({ set }) => ({ cardSetId: set }),
  'enroll.cardNumber': ({ card }) => ({ cardNumber: card }),
  'enroll.brandDemographics.fieldName': ({ template }) => ({
    cardNumber: '80000002',
    brandDemographics: [{ fieldName: template, value: 'x' }],
  }),
  'enroll.programEnrollments.program': ({ set }) => ({
    cardNumber: '80000002',
    programEnrollments: [{ program: set, enroll: true }],
  }),
  'quickCheckout.cardNumber': ({ card }) => ({ cardNumber: card, checkoutTotal: 1 }),
  'quickCheckout.coupons': ({ coupon }) => ({ cardNumber: '80000001', checkoutTotal: 1, coupons: [coupon] }),
  'quickCheckout.childCardNumber': ({ child }) => ({
    cardNumber: '80000001',
    childCardNumber: child,
    checkoutTotal: 1,
  }),
  'quickCheckout.referralCode': ({ card }) => ({ cardNumber: '80000001', referralCode: card, checkoutTotal: 1 }),
  'quickCheckout.referringCardNumber': ({ card }) => ({
    cardNumber: '80000001',
    referringCardNumber: card,
    checkoutTotal: 1,
  }),
  'reactivate.childCardNumber': ({ child }) => ({ cardNumber: '80000001', childCardNumber: child }),
  'auditLog.subject': ({ card }) => ({ subject: card }),
  'assignSubscription.cardNumber': ({ card }) => ({ cardNumber: card, subscriptionId: 'lounge' }),
  'generateCards.cardSetId': ({ set }) => ({ cardSetId: set, count: 1 }),
  'generateCoupons.couponSetId': ({ set }) => ({ couponSetId: set, count: 1 }),
  'retryMessages.messageId': ({ ref }) => ({ messageId: `${ref}-1` }),
  'replayWebhook.webhookId': ({ template }) => ({ webhookId: template, fromDate: '2026-01-01 00:00:00' }),
  'errandLookup.errandId': ({ errand }) => ({ errandId: errand }),
  'cancelErrand.errandId': ({ errand }) => ({ errandId: errand }),
  'changeKey.key': ({ key }) => ({ key, strict: true }),
  'revokeKey.key': ({ key }) => ({ key }),
  'rotateKey.key': ({ key }) => ({ key }),
  'simulate.cardNumber': ({ card }) => ({ ...simulated, cardNumber: card }),
  'simulate.coupons': ({ coupon }) => ({ ...simulated, coupons: [coupon] }),
  'simulate.childCardNumber': ({ child }) => ({ ...simulated, childCardNumber: child }),
  'simulate.referralCode': ({ card }) => ({ ...simulated, referralCode: card }),
  'simulate.referringCardNumber': ({ card }) => ({ ...simulated, referringCardNumber: card }),
  'simulate.campaignChoices.campaignRuleUUID': ({ rule }) => ({
    ...simulated,
    campaignChoices: [{ optionId: 'double', campaignRuleUUID: rule }],
  }),
  'simulate.paymentMethods.updateBalanceRequestRef': ({ ref }) => ({
    ...simulated,
    paymentMethods: [{ updateBalanceRequestRef: ref }],
  }),
  'simulate.draftId': ({ draft }) => ({ ...simulated, draftId: draft }),
  'simulate.entries.key': ({ set }) => ({ ...simulated, entries: [{ section: 'campaigns', key: set }] }),
  'simulate.locationId': ({ set }) => ({ ...simulated, locationId: set }),
  'report.location': ({ set }) => ({ name: 'sales', location: set }),
  'simulate.card.cardSetId': ({ set }) => ({ date, card: { cardSetId: set } }),
  'simulate.card.program': ({ set }) => ({ date, card: { program: set } }),
  'simulate.card.tier': ({ template }) => ({ date, card: { tier: template } }),
  'simulate.card.segments': ({ template }) => ({ date, card: { segments: [template] } }),
  'simulate.card.demographics.fieldName': ({ template }) => ({
    date,
    card: { demographics: [{ fieldName: template, value: 'x' }] },
  }),
  'editBrand.edits.key': ({ template }) => ({ edits: [{ section: 'templates', key: template }], baseVersion: 1 }),
  'saveDraft.entries.key': ({ template }) => ({
    title: 'x',
    revision: 1,
    entries: [{ section: 'templates', key: template }],
  }),
  'tellCampaigns.campaign': ({ template }) => ({ campaign: template }),
  'saveDraft.draftId': ({ draft }) => ({ ...ourDraft, draftId: draft, revision: 1 }),
  'draftLookup.draftId': ({ draft }) => ({ draftId: draft }),
  'submitDraft.draftId': ({ draft }) => ({ draftId: draft, revision: 1 }),
  'reviewDraft.draftId': ({ draft }) => ({ draftId: draft, revision: 1, approve: true }),
  'publishDraft.draftId': ({ draft }) => ({ draftId: draft, revision: 1 }),
  'startRepair.campaign': ({ set }) => ({ campaign: set, kind: 'take' }),
  'startRepair.template': ({ template }) => ({ campaign: 'any', kind: 'tell', template }),
  'reopenDraft.draftId': ({ draft }) => ({ draftId: draft, revision: 1 }),
  'discardDraft.draftId': ({ draft }) => ({ draftId: draft, revision: 1 }),
  'voidTransaction.childCardNumber': ({ card, ref }) => ({
    cardNumber: '80000001',
    childCardNumber: card,
    requestRef: ref,
  }),
}

/** Texts that name a kind of thing or describe a person, and no row of a brand. */
const namesNothing =
  /\.(balanceCode|promotionId|newPin|firstName|lastName|email|phone|mobilePhone|postal|sku|optionId|external\w+Id|messageId|page|thirdParty|optInSource\w+|specificId|eventType|surveyId|instanceId|fieldResponses\.fieldName|customDemographics\.(fieldName|textValue))$|^allocateChildCard\.childCardNumber$|^createEventType\.|\.customKeyValues\.name$|^(checkout|quickCheckout)\.campaignChoices|^createKey\.key$|^startErrand\.kind$|^simulate\.(terminalId|employeeId|date|card\.balances\.subtrack)$|\.subscriptionId$/

test('every field that can name something of a brand is tried here', () => {
  const fields = operations.flatMap(({ name, request }) => identifiersOf(request, name))
  assert.deepEqual(
    fields.filter((field) => !(field in naming) && !namesNothing.test(field)),
    [],
  )
})

async function openCompared() {
  const { us, them, theirs } = await openNeighbours()
  const dump = async () => [await dumpBrand(us.id), await dumpBrand(them.id)]
  return { us, them, theirs, dump, before: await dump() }
}

let compared: ReturnType<typeof openCompared> | undefined
/** Whether the last test left everything as it had found it. */
let unchanged = false

/** Each test finds both brands as the first did, and leaves them so; after one that did not, they are made anew. */
function unchangedNeighbours(): ReturnType<typeof openCompared> {
  if (!compared || !unchanged) compared = openCompared()
  unchanged = false
  return compared
}

for (const [field, body] of Object.entries(naming)) {
  const operation = field.split('.')[0] ?? ''
  if (!operations.some(({ name }) => name === operation)) continue
  test(`${field}: what is another brand's is answered like what does not exist`, async () => {
    const { us, theirs, dump, before } = await unchangedNeighbours()

    const [foreign, missing] = [await us.call(operation, body(theirs)), await us.call(operation, body(nobodys))]

    assert.deepEqual(withoutRef(foreign), withoutRef(missing))
    assert.deepEqual(Object.keys(foreign.headers).toSorted(), Object.keys(missing.headers).toSorted())
    assert.ok(!JSON.stringify(foreign.body).includes(theirs.hold) && !JSON.stringify(foreign.body).includes('order-1'))
    assert.deepEqual(await dump(), before)
    unchanged = true
  })
}

test('after all of these, what both brands have adds up', async () => {
  const { us, them, dump, before } = await unchangedNeighbours()
  assert.deepEqual(await dump(), before)
  for (const shop of [us, them]) assert.deepEqual(await shop.verify(), [])
})

test('the same card number in two brands is two cards', async () => {
  const { us, them } = await openNeighbours()
  const theirBooks = await dumpBrand(them.id)

  await us.must('updateBalance', { ...ourRedemption, amount: usd(40) })
  await us.must('updateBalance', { ...ourRedemption, action: 'hold', amount: usd(10) })
  await us.must('allocate', { cardNumber: 'ONLY-THEIRS', cardSetId: 'cards', createIfNew: true })
  await us.must('allocate', { cardNumber: '80000002' })

  assert.deepEqual(await dumpBrand(them.id), theirBooks)
  const free = (await us.balances('80000001')).map(({ amount }: { amount: number }) => amount)
  assert.deepEqual(free, [50, 10])
  assert.equal((await us.history('ONLY-THEIRS')).length, 1)
  for (const shop of [us, them]) assert.deepEqual(await shop.verify(), [])
})

test('lists show only what is ours', async () => {
  const { us, them } = await openNeighbours()
  const found = await us.must('search', { filters: {}, includeInactive: true, limit: 100 })
  const ours: string[] = found.cards.map(({ cardNumber }: { cardNumber: string }) => cardNumber)
  const theirList = await them.must('search', { filters: {}, includeInactive: true, limit: 100 })
  const theirs: string[] = theirList.cards.map(({ cardNumber }: { cardNumber: string }) => cardNumber)

  assert.equal(ours.length, 7)
  assert.deepEqual(ours.filter((card) => theirs.includes(card)).toSorted(), ['80000001', '80000002'])
  assert.deepEqual(await us.must('listRequests', { externalTransactionId: 'order-1' }).then((b) => b.requestRefs), [])
})

test("another brand's key, a wrong secret, an unknown key and an unknown brand are one and the same 101", async () => {
  const { us, them } = await openNeighbours()
  const basic = (key: string, secret: string) => `Basic ${Buffer.from(`${key}:${secret}`).toString('base64')}`

  const answers = [
    await us.call('search', { filters: {} }, { authorization: basic('till', them.secret) }),
    await us.call('search', { filters: {} }, { authorization: basic('till', 'wrong') }),
    await us.call('search', { filters: {} }, { authorization: basic('nobody', us.secret) }),
    await us.call('search', { filters: {} }, { brand: them.id }),
    await us.call('search', { filters: {} }, { brand: 'nobody' }),
  ]

  for (const answer of answers) {
    assert.deepEqual(withoutRef(answer), {
      status: 401,
      body: { errorMessage: 'Authentication failed.', errorCode: 101, success: false },
    })
  }
})

test('a terminal counts only at its own location, and a location only in its own brand', async () => {
  const locations = [
    { id: 'L1', name: 'Pier 1', terminals: ['T1'] },
    { id: 'L2', name: 'Pier 2', terminals: ['T9'], employees: [{ id: 'E9', name: 'Ana', password: '1234' }] },
  ]
  const us = await openShop({ locations })
  await openShop({ locations: [...locations, { id: 'L3', name: 'Pier 3', terminals: ['T1'] }] })
  //  location  terminal  answer
  const cases: readonly [location: string, terminal: string, code: number | undefined][] = [
    ['L1', 'T1', undefined],
    ['L2', 'T9', undefined],
    ['L1', 'T9', 102],
    ['L2', 'T1', 102],
    ['L3', 'T1', 102],
    ['__proto__', 'T1', 102],
    ['', 'T1', 101],
    ['L1', '', 101],
  ]
  for (const [location, terminal, code] of cases) {
    const { body } = await us.call('search', { filters: {} }, { location, terminal })
    assert.equal(body.errorCode, code, `${location} ${terminal}`)
  }
  const elsewhere = await us.call('search', { filters: {} }, { employee: 'E9', employeePassword: '1234' })
  assert.equal(elsewhere.body.errorCode, 103)
})

test('a stranger learns nothing from any operation', async () => {
  const { us, them } = await openNeighbours()
  const stranger = new Shop({ id: us.id, secret: them.secret, port: us.port, file: {} })
  for (const [field, body] of Object.entries(naming)) {
    const answer = await stranger.call(field.split('.')[0] ?? '', body(nobodys))
    assert.ok([101, 108].includes(answer.body.errorCode), field)
  }
  assert.deepEqual(await us.verify(), [])
})

/** The paths of texts that must not be empty: what the contracts call identifiers. */
function identifiersOf(model: Model, path: string): string[] {
  return Object.entries(model.fields).flatMap(([name, { spec }]) => {
    const own = spec.kind === 'text' && (spec.min ?? 0) > 0 ? [`${path}.${name}`] : []
    const inner = spec.model ?? spec.item?.model
    return inner ? [...own, ...identifiersOf(inner, `${path}.${name}`)] : own
  })
}

function withoutRef({ status, body }: Answer): object {
  // What the caller named itself may be said to them.
  const {
    requestRef: _,
    blockingCoupons: __,
    channelUser: ___,
    ...rest
  } = JSON.parse(JSON.stringify(body).replaceAll(/C-(THEIRS|NOBODYS)/g, 'C'))
  if (rest.explanation) delete rest.explanation.requestRef
  return { status, body: rest }
}
