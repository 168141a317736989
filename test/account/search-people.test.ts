import assert from 'node:assert/strict'
import test from 'node:test'
import { openShop, type Shop } from '../support/shop.ts'

const demographicFields = [
  { name: 'drink', type: 'String', labels: { en: { L: 'Latte' }, de: { L: 'Milchkaffee' } } },
  { name: 'tags', type: 'String', list: true },
]
const subscriptionLists = [{ uuid: '7b1c0d5e-6f0a-4a52-9a0e-0d6f3f3f3a01', name: 'News', channel: 'email' }]

async function openCrowd() {
  const shop = await openShop({ more: { demographicFields, subscriptionLists } })
  const ana = await shop.card()
  await shop.must('updateAccount', {
    cardNumber: ana,
    customCardNumber: 'VIP-1',
    countAsEnrollment: true,
    primaryCustomer: {
      firstName: 'Ana',
      lastName: "O'Hara",
      email: 'Ana@Example.com',
      phone: '(415) 555-2671',
      postal: '94107',
      birthday: '1990-02-28',
      affiliatedLocations: { values: ['L1'] },
    },
    alternateCustomer: { firstName: 'Alt' },
    giverCustomer: { firstName: 'Giver' },
    brandDemographics: [
      { fieldName: 'drink', value: 'L' },
      { fieldName: 'tags', values: [{ stringValue: 'a' }, { stringValue: 'b' }] },
    ],
    thirdPartyUpdates: [
      { thirdParty: 'email', optIn: true, categories: [{ name: 'News', optIn: true }] },
      { thirdParty: 'custom', customData: 'shelf 4' },
    ],
    programEnrollments: [{ program: 'rewards', enroll: true }],
    newEvents: [{ eventType: 'BOUNCED', categoryId: 'email' }],
    surveyResponses: [
      { surveyId: 'S', instanceId: '1', fieldResponses: [{ fieldName: 'nps', setValue: true, numericalValue: 9 }] },
    ],
  })
  const ben = await shop.card()
  await shop.must('updateAccount', {
    cardNumber: ben,
    primaryCustomer: { firstName: 'Anabel', lastName: 'Smith', mobilePhone: '+49 30 901820', country: 'DE' },
  })
  return { shop, ana, ben }
}

async function numbers(shop: Shop, filters: object): Promise<string[]> {
  const { cards } = await shop.must('search', { filters })
  return cards.map(({ cardNumber }: { cardNumber: string }) => cardNumber)
}

test('customers are found whole and in any case, by beginnings, and by all filters at once', async () => {
  const { shop, ana, ben } = await openCrowd()
  //  filters                                                          finds
  const cases: readonly [filters: object, finds: readonly string[]][] = [
    [{ firstName: 'ana' }, [ana]],
    [{ firstName: 'ANA*' }, [ben, ana]],
    [{ firstName: 'anab*' }, [ben]],
    [{ lastName: "o'hara" }, [ana]],
    [{ lastName: 'o' }, []],
    [{ email: 'ana@example.com' }, [ana]],
    [{ email: 'ana@*' }, [ana]],
    [{ phone: '415-555-2671' }, [ana]],
    [{ phone: '+1 415 555 2671' }, [ana]],
    [{ phone: 'no number' }, []],
    [{ mobilePhone: '+4930901820' }, [ben]],
    [{ postal: '94107' }, [ana]],
    [{ birthday: '1990-02-28' }, [ana]],
    [{ customDemographics: [{ fieldName: 'drink', textValue: 'l' }] }, [ana]],
    [{ customDemographics: [{ fieldName: 'tags', textValue: 'B' }] }, [ana]],
    [{ customDemographics: [{ fieldName: 'tags', textValue: 'c' }] }, []],
    [{ firstName: 'ana*', lastName: 'smith' }, [ben]],
    [{ firstName: 'ana', cardNumber: ben }, []],
    [{ firstName: 'ana', cardNumber: ana }, [ana]],
    [{ firstName: 'ana', customCardNumber: 'vip-1', cardSetId: 'cards' }, [ana]],
    [{ firstName: 'ana', cardSetId: 'other' }, []],
    [{ firstName: '%' }, []],
    [{ firstName: 'Alt' }, []],
  ]
  for (const [filters, finds] of cases) assert.deepEqual(await numbers(shop, filters), finds, JSON.stringify(filters))
})

test('what is changed or cleared is found no more', async () => {
  const { shop, ana } = await openCrowd()
  await shop.must('updateAccount', { cardNumber: ana, primaryCustomer: { firstName: 'Zoe', email: '' } })
  assert.deepEqual(await numbers(shop, { firstName: 'ana' }), [])
  assert.deepEqual(await numbers(shop, { email: 'ana@example.com' }), [])
  assert.deepEqual(await numbers(shop, { firstName: 'zoe', postal: '94107' }), [ana])
  assert.deepEqual(await shop.verify(), [])
})

test('search answers everything that is kept about people, and only what is asked for', async () => {
  const { shop, ana } = await openCrowd()
  const [bare] = (await shop.must('search', { filters: { cardNumber: ana } })).cards
  assert.deepEqual(Object.keys(bare).toSorted(), ['cardNumber', 'cardSetId'])
  const returnFields = {
    customer: true,
    alternateCustomer: true,
    giverCustomer: true,
    isEnrolled: true,
    brandDemographics: true,
    customData: true,
    thirdPartyLinks: true,
    enrolledPrograms: true,
    surveyResponses: true,
    emailBounced: true,
    mmsBounced: true,
  }
  const [card] = (await shop.must('search', { filters: { cardNumber: ana }, returnFields })).cards
  assert.deepEqual(card.customer, {
    firstName: 'Ana',
    lastName: "O'Hara",
    email: 'Ana@Example.com',
    phone: '+14155552671',
    postal: '94107',
    birthday: '1990-02-28',
    affiliatedLocations: ['L1'],
    affiliatedLocationObjects: [{ name: 'Pier 1', externalId: 'L1' }],
  })
  assert.deepEqual(card.alternateCustomer, { firstName: 'Alt' })
  assert.deepEqual(card.giverCustomer, { firstName: 'Giver' })
  assert.equal(card.isEnrolled, true)
  assert.match(card.enrollmentDate, /^\d{4}-\d\d-\d\d$/)
  assert.deepEqual(JSON.parse(card.brandDemographics), { drink: 'L', tags: ['a', 'b'] })
  assert.equal(card.customData, 'shelf 4')
  assert.deepEqual(card.thirdPartyLinks, [
    {
      thirdParty: 'email',
      optIn: true,
      categories: [{ uuid: '7b1c0d5e-6f0a-4a52-9a0e-0d6f3f3f3a01', name: 'News', optIn: true }],
    },
  ])
  assert.deepEqual(
    card.enrolledPrograms.map(({ program }: { program: string }) => program),
    ['rewards'],
  )
  assert.deepEqual(card.surveyResponses, [
    { surveyId: 'S', instanceId: '1', fieldResponses: [{ fieldName: 'nps', numericalValue: 9 }] },
  ])
  assert.deepEqual([card.emailBounced, card.mmsBounced], [true, false])
  const decorated = { brandDemographics: true, decorateCustomValues: true, decorationLang: 'de' }
  const [german] = (await shop.must('search', { filters: { cardNumber: ana }, returnFields: decorated })).cards
  assert.deepEqual(JSON.parse(german.brandDemographics), { drink: 'Milchkaffee', tags: ['a', 'b'] })
  await shop.must('updateAccount', { cardNumber: ana, newEvents: [{ eventType: 'UNBOUNCED', categoryId: 'email' }] })
  const [mended] = (await shop.must('search', { filters: { cardNumber: ana }, returnFields })).cards
  assert.equal(mended.emailBounced, false)
})
