import type { SectionFaults } from '../section-faults.ts'
import type { WordsOf } from '../words-of.ts'
import { advice, found } from './phrases.ts'

export const sections: WordsOf<SectionFaults> = {
  notSubnet: (values) => `expected an address or a network such as 10.0.0.0/8, found ${found(values.found)}`,
  secretsUnclear: () => 'needs either secret or secretSha256; or, for two, secrets or secretsSha256',
  rateOfMain: ({ currency }) => `${currency} is the main currency; it needs no rate`,
  notHash: () => 'expected a hash as an export prints it; write password: and the password itself instead',
  passwordTwice: () => 'has both password and passwordHash; give one',
  passwordAndSet: () => 'has a password and passwordSet, which keeps the one that is there; give one',
  onlyTrue: () => 'only true can be given here, for what stays as it is; leave it out',
  untilNotLater: () => 'until must be later than from',
  generateNeeded: () => 'autoGenerate needs generate, which says what new coupons look like',
  couponsOrCodes: () => 'a set has either coupons or public codes; make another set for the codes',
  couponIsCode: ({ coupon, code }) => `"${coupon}" is also the public code "${code}"; rename one of them`,
  otherSetKind: ({ set, has }) => {
    const [what, fact] = has === 'codes' ? ['public codes', 'code'] : ['coupons', 'coupon']
    return `the set "${set}" has ${what}; ask for them with the fact ${fact}`
  },
  valuesNeeded: ({ type }) => `${type} needs values, such as [S, M, L]`,
  valuesExtra: ({ type }) => `${type} has no values; leave them out, or make it oneOf or severalOf`,
  ownParent: () => 'the product is its own parent or grandparent',
  notAddress: ({ example, ...values }) => `expected an address such as ${example}, found ${found(values.found)}`,
  notEmail: (values) => `expected an e-mail address such as hello@harbor.example, found ${found(values.found)}`,
  notPng: () => 'expected a PNG in base64; other formats do not work in wallets',
  appleHalf: () => 'appleTypeIdentifier and teamIdentifier belong together: give both or neither',
  googleLogo: () => 'googleIssuerId needs a logoUrl: Google shows no pass without a logo',
  noMoney: ({ set, program }) => `${set} has no money on it: its program ${program} has no value type Currency`,
  codeNeeded: ({ balanceType }) => `${balanceType} needs a balanceCode`,
  codeExtra: ({ balanceType }) => `${balanceType} has no balanceCode`,
  subtracksOfPunches: () => 'only Punches have subtracks',
  tooManyDigits: ({ amount, scale }) => `${amount} has more digits than a scale of ${scale} allows`,
  tooFewNumbers: ({ random, count }) => `${random} random characters are too few for ${count} numbers; increase length`,
  valueTypeTwice: ({ name }) => `${name} is listed twice`,
  worthOfMoney: ({ name }) => `${name} is money, and worth what brand.exchangeRates says; leave it out`,
  valueTypeMissing: ({ name, has }) => `the program has no ${name}; it has ${has.join(', ')}`,
  pinDigits: ({ digits }) => `must have ${digits} digits (pinLength)`,
  earnedNeedsType: () => 'earned needs a balanceType, such as Points',
  typeOfEarned: ({ fact }) => `balanceType and balanceCode are for earned, not for ${fact}`,
  withinADay: () => 'must be at least a day: in 0 days nobody reaches a level',
  keepADay: () => 'must be at least a day',
  levelOrder: ({ at, before }) => `must be above the ${at} of ${before}; list the lowest level first`,
  keepAbove: ({ at }) => `is above at (${at})`,
  noSuchField: ({ name, ...values }) => `customers have no field "${name}"${advice(values.advice)}`,
  setOfOther: ({ set, program }) => `the card set "${set}" belongs to the program "${program}"`,
  rewardTrigger: ({ trigger }) => `a rule that members choose has trigger: choice, and this one has ${trigger}`,
  rewardOfChild: () => 'is a rule for child cards, and members choose for their own card',
  rewardPrice: () => 'what it takes must be known before it is chosen: a fixed amount in redeem, and no convert',
  levelTwice: ({ id }) => `the level "${id}" is listed twice`,
  languageNotFirst: ({ first }) => `must be ${first}, the first of brand.languages; or leave it out`,
  languagesUnsaid: ({ language }) => `for texts in several languages, list them: brand.languages: [${language}]`,
  languageUnsaid: ({ language, known }) =>
    `the brand does not speak ${language}; add it to brand.languages, or write one of ${known.join(', ')}`,
  languagesMissing: ({ languages, fallback }) =>
    `has no text in ${languages.join(', ')}; customers who read that get the one in ${fallback}`,
  textsMissing: ({ names }) => `has no texts for ${names.join(', ')}, which will be in English`,
}
