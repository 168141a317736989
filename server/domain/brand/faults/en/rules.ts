import type { CampaignFaults, ConditionFaults, ResultFaults } from '../rule-faults.ts'
import type { WordsOf } from '../words-of.ts'
import { advice, found, quoted } from './phrases.ts'

export const conditions: WordsOf<ConditionFaults> = {
  conditionsTooDeep: ({ levels }) => `conditions are nested more than ${levels} levels deep`,
  tooManyConditions: ({ max }) => `has more than ${max} conditions`,
  oneCondition: ({ example }) =>
    `expected a list of conditions, found one condition; put it in brackets: [ ${example} ]`,
  notCondition: ({ example, ...values }) => `expected a condition such as ${example}, found ${found(values.found)}`,
  conditionWord: ({ given, ...values }) =>
    `expected fact, or a group: all, any, none or atLeast; found ${given}${advice(values.advice)}`,
  factAsKey: ({ fact, value }) => `a condition names its fact: write { fact: ${fact}, op: "=", value: ${value} }`,
  noCondition: ({ example }) => `expected a condition such as ${example}, or a group: all, any, none or atLeast`,
  tooFewConditions: ({ atLeast, count }) => `atLeast is ${atLeast}, but there are only ${count} conditions`,
  unknownFact: ({ given, ...values }) => `unknown fact ${quoted(given)}${advice(values.advice)}`,
  onlyInCalls: ({ fact }) => `${fact} is known only during a call, not here`,
  noCheckoutHere: () => 'there is no current checkout here; leave it out',
  operatorMissing: ({ possible }) => `is required: add op: "="; possible: ${possible.join(' ')}`,
  operatorUnquoted: () => 'has no value: > and < must be in quotes: write op: ">"',
  unknownOperator: ({ given, ...values }) => `unknown operator ${quoted(given)}${advice(values.advice)}`,
  unfitOperator: ({ op, fact, type, isList, possible, isOfLevels }) => {
    const kind = isList ? `a list of ${type}` : `of type ${type}`
    const rank = isOfLevels ? '; for a level or better, compare tier.rank, which is 1 at the lowest level' : ''
    return `"${op}" does not fit ${fact}, which is ${kind}; possible: ${possible.join(' ')}${rank}`
  },
  subtrackOfPunches: () => 'only Punches have a subtrack',
  unknownList: ({ name, channel, ...values }) =>
    `there is no subscription list "${name}" of channel ${channel} in this file${advice(values.advice)}`,
  pairSwapped: ({ write }) =>
    `the first value is above the second: ${write === undefined ? 'the lower one must be first' : `write ${write}`}`,
  amountOfBalance: () => 'is an amount of a balance, which is the same at every location: give one number',
  rateWithoutFact: ({ example }) => `is required, as in ${example}`,
  reckoningUnclear: ({ ways }) =>
    `needs exactly one of ${ways.join(', ')}, as in { sum: [ { fact: products.total }, { fact: checkout.shipping } ] }`,
  reckonsNoFact: () => 'names no fact, so it is always the same; write the number itself',
  notCountable: ({ fact }) => `${fact} is not a number, so an amount cannot be computed from it`,
  boundsSwapped: ({ low, high, from, to, currency }) => {
    const wrong = `${low} is above ${high}${currency === '' ? '' : ` in ${currency}`}: ${from} is more than ${to}`
    const right = currency === '' ? `write ${low}: ${to}, ${high}: ${from}` : 'swap the two'
    return `${wrong}; ${right}, or leave one of them out`
  },
  exceptsNothing: () => 'names no products; leave it out to except none',
  namesNoProducts: () => 'names no products; leave it out to mean all',
  namesNoAttributes: ({ example }) => `names no attribute; leave it out, or write for example ${example}`,
  boundsEmpty: () => 'needs min, max, or both',
  notWithin: (values) => `expected { days: 30 } or { calendar: month }, found ${found(values.found)}`,
  amountsEmpty: ({ example }) => `expected an amount for each currency, such as ${example}`,
  amountMissing: ({ currency, location }) =>
    `has no amount in ${currency}, the currency of location ${location}: add one, such as ${currency}: 5`,
}

export const results: WordsOf<ResultFaults> = {
  resultsIndented: ({ names, result }) =>
    `${names.join(', ')} must be indented further than ${result}, to which ${names.length === 1 ? 'it belongs' : 'they belong'}`,
  otherResult: ({ given, name, example }) =>
    `there is no result named ${given}; did you mean "${name}"? Write { ${name}: ${example} }`,
  severalResults: ({ names }) => `a result has one name, found ${names.join(' and ')}; put a dash before each`,
  notDuration: (values) =>
    `expected { days: 30 }, { months: 6 }, { years: 1 } or { endOf: year, plus: 1 }, found ${found(values.found)}`,
  expiresTwice: () => 'has both expiresAfter and expiresAt; give one',
  expiresBeforeActive: () => 'expires before it becomes active',
  notDelay: (values) => `expected { hours: 2 } or { days: 2 }, found ${found(values.found)}`,
  notAllOrNumber: ({ example, ...values }) =>
    `expected all, or a number such as ${example}; found ${found(values.found)}`,
  convertsItself: () => 'converts a balance into itself; name another one',
  oneKindOf: ({ kinds, given }) => `needs exactly one of ${kinds.join(', ')}; has ${given.join(' and ') || 'none'}`,
  unitsNeeded: () => 'unitPrice, groupPrice and buy need products to apply to: { where: … }',
  groupSizeNeeded: () => 'groupPrice needs the size of the group',
  skuOrChoose: () => 'needs the sku of a product, or choose with several: { of: [A, B, C] }',
  couponOfCodes: ({ set }) => `the set "${set}" has public codes, which belong to nobody; give a coupon of another set`,
  templateOrText: () => 'needs either template or text',
  receiptOnlyDirect: () => 'only direct messages are for the receipt',
  directLater: () => 'a direct message is in the response and cannot be sent later; use another channel',
  directToReferrer: () => 'a direct message is in the response, which the referrer does not see; use another channel',
  templateChannel: ({ template, made, channel }) => `the template "${template}" is for ${made}, not for ${channel}`,
  noLists: ({ channel }) => `only email and sms have lists, not ${channel}`,
  notFieldValue: (values) =>
    `expected a text, a whole number or a date such as "2026-01-31", found ${found(values.found)}`,
  clearedByNull: () => 'is required; null clears the field',
  offerAmountMissing: ({ discountType }) => `is required with discountType ${discountType}`,
  offerAmountExtra: ({ discountType }) => `is not allowed with discountType ${discountType}`,
  bogoProducts: () => 'bogo allows a single product',
  offerEndMissing: () => 'needs either expirationDate or expiresAfter',
  offerTooLong: () => 'an offer lasts at most a year',
  notMustache: () => 'cannot be read as Mustache',
  tagUnpaired: () => 'has a {{ or }} without its other half',
  sectionNotOpen: ({ name }) => `{{/${name}}} closes a section that is not open`,
  sectionNotClosed: ({ name }) => `the section {{#${name}}} is not closed`,
  unknownVariable: ({ name, possible, ...values }) =>
    `unknown variable {{ ${name} }}${possible ? `; possible: ${possible.join(', ')}` : ''}${advice(values.advice)}`,
  valueInScript: ({ tag }) =>
    `${tag} is in a script or in an attribute such as onclick, where no value can be put safely`,
  tooManyDecimals: ({ decimals, name, scale, isCut }) =>
    `has ${decimals} decimals, and ${name} has ${scale}${isCut ? ': it would be cut' : ''}`,
  burntBalance: ({ name, step }) =>
    `is computed of the ${name} balance, which ${step} has redeemed by then: put the issue first`,
}

export const campaigns: WordsOf<CampaignFaults> = {
  offsetAfterExpiry: () => 'must not be above 0 with balance.expiration: what has expired is gone',
  ruleOrOnce: () => 'needs either rule or once',
  hourInRule: ({ name }) => `${name} is not allowed here: set \`hour\` of the schedule instead`,
  rulePartUnknown: ({ name, allowed }) =>
    `${name} is not allowed here; write for example FREQ=MONTHLY;BYMONTHDAY=1; allowed: ${allowed.join(', ')}`,
  rulePartValue: ({ name, value }) => `${name}=${value} is not a possible value`,
  givenTwice: ({ name }) => `${name} is given twice`,
  frequencyMissing: () => 'needs FREQ=DAILY, WEEKLY, MONTHLY or YEARLY',
  notADate: ({ name, value }) => `${name}=${value} is not a date`,
  countAndUntil: () => 'COUNT and UNTIL exclude each other',
  countTooEarly: () => 'DTSTART must not be before 20000101 where there is a COUNT; write UNTIL instead of COUNT',
  monthDayWeekly: () => 'BYMONTHDAY is not allowed with FREQ=WEEKLY',
  numberedDay: () => 'BYDAY with a number is allowed only with FREQ=MONTHLY or YEARLY',
  positionAlone: () => 'BYSETPOS needs BYDAY, BYMONTHDAY or BYMONTH',
  limitsSame: () => 'two limits count the same: only the smaller one can have an effect; remove the other',
  windowEmpty: () => 'must begin and end at different times, and begin before 24:00',
  dateMissing: () => 'trigger date needs either date or schedule',
  dateOfRoots: () => 'trigger date runs for root cards only',
  dateExtra: ({ trigger }) => `date and schedule are not allowed with trigger ${trigger}`,
  segmentMissing: () => 'trigger segment needs segment',
  segmentExtra: ({ trigger }) => `segment is not allowed with trigger ${trigger}`,
  tierMissing: () => 'trigger tier needs tier: { on: up, level: gold }',
  tierExtra: ({ trigger }) => `tier is not allowed with trigger ${trigger}`,
  levelsOfRoots: () => 'levels belong to root cards',
  triggerWithoutCheckout: ({ trigger }) => `trigger ${trigger} has no current checkout; leave it out`,
  ruleWithoutCheckout: ({ rule, trigger }) => `rule ${rule} has trigger ${trigger}, which has no current checkout`,
  optionsOfCheckouts: () => 'only checkouts can choose options',
  needsCheckout: ({ result }) => `${result} needs trigger checkout`,
  noResponse: ({ trigger, on }) =>
    `trigger ${trigger}${on === undefined ? '' : ` with on: ${on}`} has no response to put a direct message in`,
  noReferrer: ({ trigger }) => `trigger ${trigger} has no referrer; checkout and refer have`,
  untilNotAfter: () => 'until is not after from',
  notBudgetOf: (values) =>
    `expected discount, or a balance such as { balanceType: Points }; found ${found(values.found)}${advice(values.advice)}`,
  oneAmount: () => 'only discounts are given in several currencies: write one number',
  currencyNeeded: () => 'expected at least one currency, such as { USD: 500, EUR: 450 }',
  daysOutOfRange: () => 'must be from 1 to 36500',
  currencyUncovered: ({ currency, location, isByCurrency }) => {
    const remedy = isByCurrency ? 'add its amount' : 'add a rate to brand.exchangeRates, or amounts by currency'
    return `has nothing in ${currency}, the currency of location ${location}: ${remedy}`
  },
  budgetIdle: ({ name = 'a discount' }) => `no result gives ${name}, so that this budget is never spent`,
  sharesSum: ({ sum }) => `the shares must add up to 100, as in { A: 50, B: 50 }; these add up to ${sum}`,
  nameReserved: ({ name }) => `"${name}" has a meaning of its own; choose another name`,
  unknownVariant: ({ name, ...values }) => `there is no variant "${name}" in this campaign${advice(values.advice)}`,
  noVariants: ({ name }) => `the campaign has no variants; give it some, such as variants: { ${name}: 50, B: 50 }`,
  variantUnused: () => 'no rule is for this variant: its cards get only the rules without a variant',
  couponUnhonoured: ({ set }) =>
    `no active campaign gives anything for a coupon of the set "${set}": whoever gets one cannot use it. Add a rule that asks for it`,
  couponOutlived: ({ set, until }) =>
    `coupons of the set "${set}" are still given when nobody gives anything for them any more: what asks for them ends ${until}. End this no later, or let that go on`,
  couponLeft: ({ set, campaign }) =>
    `after this no active campaign gives anything for a coupon of the set "${set}", which "${campaign}" goes on giving: whoever has one cannot use it`,
  programLacksValue: ({ name, programs }) => `cards of ${programs.join(', ')} cannot hold ${name}: nobody gets this`,
  groupTwice: ({ group }) =>
    `its campaign is in the group "${group}" already, and competes as a whole; leave out one of the two`,
  blockCompetes: ({ group }) =>
    `a block gives nothing, so it cannot compete in the group "${group}"; put it into a campaign of its own`,
  groupLarge: ({ group, count, max }) =>
    `the group "${group}" has ${count} members; where more than ${max} hold in one sale, the first of them wins, not the best`,
  giftWorthless: ({ group }) =>
    `competes in the group "${group}" as if it were worth nothing; say with regularPrice what a unit costs otherwise`,
  notCombines: (values) =>
    `expected one of all, none, or a list such as [product, shipping]; found ${found(values.found)}`,
  combinationEmpty: () => 'names no kind of discount; write { product: true, shipping: true }',
  maxDiscountEmpty: () => 'needs percent or amount, such as { percent: 40 }',
  overtakes: ({ path, group }) =>
    `runs before ${path}, which comes earlier in the exclusive group "${group}": rules with a discount, a product or a block run before all others`,
}
