import {
  date,
  type Field,
  flag,
  id,
  integer,
  list,
  type Model,
  model,
  number,
  object,
  oneOf,
  personalModel,
  text,
  type Values,
} from '../../../../ground/contract/field.ts'
import { cardStatuses } from '../../../../ground/kernel/card-status.ts'
import { customEventProperty, thirdPartyCardProperties } from '../../account/parts/account-models.ts'
import { campaignBalanceMutation, cardBalance } from '../../balance-models.ts'
import { recommendedProduct } from '../../checkout/parts/checkout-models.ts'
import { cardCoupon } from '../../coupon/parts/coupon-fields.ts'

const customDemographicFilter = model('CustomDemographicFilter', 'A value of a custom demographic field.', {
  fieldName: id('The field, of type String.').required(),
  textValue: id('Its whole value, in upper or lower case.').max(1000).required(),
})

const whole = (about: string) => id(`${about} The whole value, in upper or lower case.`)
const prefix = (about: string) =>
  id(
    `${about} The whole value, in upper or lower case. With a * at the end, after three or more characters: its beginning.`,
  )

/** All filters that are given must hold. */
export const searchFilters = model('SearchFilters', 'What cards must match. All given filters must hold.', {
  cardNumber: id("The card number, in upper or lower case. A child card's number finds its root card.").filter(),
  customCardNumber: id('The custom card number, in upper or lower case.').max(64).filter().personal(),
  cardSetId: id('The card set, in upper or lower case.').filter(),
  firstName: prefix("The customer's first name.").filter().personal(),
  lastName: prefix("The customer's last name.").filter().personal(),
  email: prefix("The customer's e-mail address.").max(320).filter().personal(),
  phone: whole("The customer's phone number.").filter().personal(),
  mobilePhone: whole("The customer's mobile phone number.").filter().personal(),
  postal: whole("The customer's postal code.").filter().personal(),
  birthday: date("The customer's birthday.").filter().personal(),
  customDemographics: list('Custom demographic values.', customDemographicFilter).max(20).filter().personal(),
})

export const childFilters = model('ChildFilters', 'What child cards must match to be returned.', searchFilters.fields)

const wanted = (about: string) => flag(about).default(false)

export const searchReturnFields = model('SearchReturnFields', 'What to return for each card.', {
  balances: wanted('Its balances.'),
  balanceExpirations: wanted('With balances: one element for each expiry.'),
  delayedBalances: wanted('With balances: also balance that is not active yet.'),
  activationDate: wanted('When it was activated.').v2(),
  customCardNumber: wanted('Its custom card number.'),
  isEnrolled: wanted('Whether its customer is enrolled, and since when.'),
  events: wanted('Its events, newest first, at most 100.'),
  customData: wanted('Its custom data.'),
  thirdPartyLinks: wanted('Its opt-ins and links to third parties.'),
  brandDemographics: wanted("Its values of the brand's own fields."),
  decorateCustomValues: wanted('With brandDemographics: labels instead of values.'),
  decorationLang: text('The language of the labels.').max(16).default('en'),
  customer: wanted('Its customer.'),
  alternateCustomer: wanted('Its alternate customer.'),
  giverCustomer: wanted('Whoever gave the card.'),
  emailBounced: wanted('Whether e-mail to it bounces.'),
  mmsBounced: wanted('Whether messages to its phone bounce.'),
  childCards: wanted('Its child cards, with the same fields.'),
  checkouts: wanted('Its checkouts and returns, newest first, at most 20.'),
  checkoutMutations: wanted('With checkouts: what each changed.'),
  coupons: wanted('Its coupons that can still be used.'),
  mailings: wanted('The e-mails and text messages that were sent to it.').v2().enablement('mailings'),
  segments: wanted('The segments it is in.').v2().enablement('segments'),
  score: wanted('Its score.').v2(),
  tier: wanted('Its level in its program.').v2(),
  metaData: wanted('Its program and currencies.').v2(),
  pin: wanted('Its pin.').v2().enablement('pin'),
  walletPassStatus: wanted('Whether it has a wallet pass.').v2(),
  personalOffers: wanted('Its personal offers that can still be used.').v2(),
  campaignCounters: wanted('How often campaign rules fired for it.').v2(),
  enrolledPrograms: wanted('The programs it is enrolled in.').v2(),
  surveyResponses: wanted('Its answers to surveys.').v2(),
  recommendationAmount: integer('How many products to recommend. Needs a cardNumber filter.')
    .between(0, 20)
    .v2()
    .enablement('recommendations'),
})

const cardMetaData = model('CardMetaData', "A card's program and currencies.", {
  programType: text('The type of its program.'),
  programName: text('The name of its program.').required(),
  cardCurrency: text('Its main currency.'),
  baseCurrency: text("The brand's main currency."),
  owningLocationName: text('The location it belongs to.'),
})

const searchResultEvent = model('SearchResultEvent', 'An event of a card.', {
  eventDate: text('When it happened, yyyy-MM-dd HH:mm:ss.').required(),
  eventType: text('Its type. CUSTOM for the brand’s own events.').required(),
  categoryId: text('Its category.').required(),
  specificId: text('What it was about.').personal(),
  payload: text('Its content.').personal(),
  properties: list('Its properties.', customEventProperty).personal(),
})

const historicCheckout = model('HistoricCheckout', 'A checkout or return in the past.', {
  externalReference: text('The externalTransactionId header of the call.'),
  transactionReference: text('The transaction.').required(),
  isReturn: flag('Whether it is a return.').required(),
  checkoutDate: text('When it happened, yyyy-MM-dd HH:mm:ss.').required(),
  locationId: text('The location.').required(),
  checkoutTotal: number('The total before discounts. Negative for returns.').required(),
  merchantName: text('Where it happened, according to the caller.'),
  mutations: list('The changes of balances. With checkoutMutations.', campaignBalanceMutation).v2(),
})

const cardCampaignCounter = model('CardCampaignCounter', 'How often a campaign rule fired for a card.', {
  campaignCounterId: text('The rule: campaignId/ruleId.').required(),
  lifetimeCount: integer('How often it has fired.').required(),
  recentFirings: list('The last ten times it fired, yyyy-MM-dd HH:mm:ss.', text('A time.')).required(),
})

const cardSegment = model('CardSegment', 'A segment that a card is in.', {
  id: text('The segment.').required(),
  name: text('Its name.').required(),
  description: text('Its description.'),
})

const cardScore = model('CardScore', 'The score of a card.', {
  monetaryScore: number('How much was spent, 1 to 5.').required(),
  recencyScore: number('How recent the last checkout is, 1 to 5.').required(),
  frequencyScore: number('How many checkouts there were, 1 to 5.').required(),
  totalScore: number('All three together, 0 to 100.').required(),
  scoreLabel: text('The score in one word.'),
})

const cardTier = model('CardTier', 'The level of a card in its program. A child card has the level of its root.', {
  id: text('The level. Absent without one.'),
  name: text('Its name.'),
  rank: integer('0 without a level, 1 for the lowest.').required(),
  missing: number('What is missing to the next level. Absent at the top.'),
  keptUntil: text('Until when the level is kept at least, yyyy-MM-dd HH:mm:ss. Absent if for good.'),
})

const mailing = model('Mailing', 'An e-mail or text message that was sent to a card.', {
  mailingListId: text('The template.'),
  name: text('Its name.'),
  sentDate: text('When it happened, yyyy-MM-dd HH:mm:ss.').required(),
})

const enrolledProgram = model('EnrolledProgram', 'A program that a card is enrolled in.', {
  program: text('The program.').required(),
  enrollmentDate: text('When the enrollment began, yyyy-MM-dd.').required(),
})

const heldOfferProduct = model('HeldOfferProduct', 'A product of an offer.', {
  sku: text('The product.').required(),
  includeChildProducts: flag('Also the products that have it as their parent.').required(),
})

const heldPersonalOffer = model('HeldPersonalOffer', 'A personal offer of a card.', {
  offerIndex: integer('Its number, as offerIndex of discounts has it.').required(),
  skus: list('The products that must all be in the checkout.', heldOfferProduct).required(),
  qualifyingSkus: list('Further products that must be in the checkout.', text('A product.')).required(),
  discountType: text('What the offer gives.').required(),
  percentageDiscount: integer('The percentage off.'),
  newGroupPrice: number('What the products cost together.'),
  absoluteDiscount: number('The amount off.'),
  activationDate: text('When it becomes usable, yyyy-MM-dd HH:mm:ss.'),
  expirationDate: text('When it expires, yyyy-MM-dd HH:mm:ss.').required(),
  maxUsageCount: integer('In how many checkouts it can be used.').required(),
  usageCount: integer('In how many checkouts it has been used.').required(),
  customId: integer('Your own number for the offer.'),
})

const locationData = model('LocationData', 'A location.', {
  name: text('Its name.'),
  externalId: text('Its id.').required(),
})

const customerModel = personalModel('Customer', 'A person.', {
  firstName: text('First name.'),
  middleName: text('Middle name.'),
  lastName: text('Last name.'),
  birthday: text('Birthday, yyyy-MM-dd.'),
  anniversary: text('Anniversary, yyyy-MM-dd.'),
  gender: oneOf('Gender.', ['F', 'M']),
  email: text('E-mail address.'),
  phone: text('Phone number, E.164.'),
  mobilePhone: text('Mobile phone number, E.164.'),
  address1: text('Address.'),
  address2: text('Address, second line.'),
  city: text('City.'),
  state: text('State.'),
  postal: text('Postal code.'),
  country: text('Country, ISO 3166-1 alpha-2.'),
  language: text('The language that the customer reads, a tag of BCP 47.'),
  latitude: number('Latitude in degrees.'),
  longitude: number('Longitude in degrees.'),
  isMobile: oneOf('Whether the phone is a mobile one.', ['Y', 'N']),
  mobileCarrier: text('Name of the carrier.'),
  phonePref: oneOf('I (opt in) or O (opt out).', ['I', 'O']),
  mailPref: oneOf('I (opt in) or O (opt out).', ['I', 'O']),
  emailPref: oneOf('I (opt in) or O (opt out).', ['I', 'O']),
  profileType: text("The customer's vertical."),
  flv: integer('Future lifetime value.'),
  affiliatedLocationObjects: list('The first 20 locations at most.', locationData),
  affiliatedLocations: list('Deprecated: the ids of these locations.', text('A location.')),
})

const surveyField = model('SurveyFieldResponse', 'An answer to a survey question.', {
  fieldName: text('The question.').required(),
  numericalValue: integer('The answer.'),
  numericalValues: list('The answers.', integer('An answer.')),
  stringValue: text('The answer.'),
  stringValues: list('The answers.', text('An answer.')),
})

const surveyResponse = personalModel('SurveyResponse', 'The answers to a survey.', {
  surveyId: text('The survey.').required(),
  instanceId: text('Which sending of the survey.').required(),
  sentDate: text('When it was sent.'),
  responseChannel: text('How it was answered.'),
  fieldResponses: list('The answers.', surveyField).required(),
})

const cardFields = {
  cardNumber: text('The card number.').required(),
  cardSetId: text('Its card set. Absent for child cards.'),
  customCardNumber: text('Its custom card number.').personal(),
  cardStatus: oneOf('Its status. Only with includeInactive.', cardStatuses),
  activationDate: text('When it was activated, yyyy-MM-dd 00:00:00.').v2(),
  isEnrolled: flag('Whether its customer is enrolled.'),
  enrollmentDate: text('When the enrollment began, yyyy-MM-dd.').v2(),
  customer: object('Its customer.', customerModel),
  alternateCustomer: object('Its alternate customer.', customerModel),
  giverCustomer: object('Whoever gave the card.', customerModel),
  balances: list('Its balances.', cardBalance),
  brandDemographics: text("A JSON map from the brand's own fields to their values.").personal(),
  customData: text('Its custom data.').personal(),
  thirdPartyLinks: list('Its opt-ins and links, without their customData.', thirdPartyCardProperties).personal(),
  events: list('Its events, newest first.', searchResultEvent),
  emailBounced: flag('Whether e-mail to it bounces.'),
  mmsBounced: flag('Whether messages to its phone bounce.'),
  checkouts: list('Its checkouts and returns, newest first.', historicCheckout),
  mailings: list('The e-mails and text messages that were sent to it, newest first, at most 20.', mailing),
  recommendedProducts: list('Products to recommend.', recommendedProduct),
  segments: list('The segments it is in.', cardSegment).personal(),
  score: object('Its score.', cardScore).v2(),
  tier: object('Its level.', cardTier).v2(),
  pin: text('Its pin.').secret(),
  coupons: list('Its coupons that can still be used, newest first, at most 20.', cardCoupon),
  metaData: object('Its program and currencies.', cardMetaData).v2(),
  campaignCounters: list('How often rules fired for it.', cardCampaignCounter).v2(),
  enrolledPrograms: list('The programs it is enrolled in.', enrolledProgram).v2(),
  surveyResponses: list('Its answers to surveys.', surveyResponse).v2(),
  personalOffers: list('Its personal offers that can still be used.', heldPersonalOffer).v2(),
  walletPassStatus: oneOf('Whether it has a wallet pass.', ['none', 'issued', 'installed']).v2(),
}

type CardShape = typeof cardFields & {
  readonly childCards: Field<readonly Values<typeof cardFields>[], 'optional', unknown>
}

/** A card, whose child cards are cards themselves. */
export const cardModel: Model<CardShape> = model('Card', 'A card. returnFields decides which fields are present.', {
  ...cardFields,
  get childCards() {
    return list('Its child cards. The cardNumber of each is its child card number.', cardModel)
  },
})
