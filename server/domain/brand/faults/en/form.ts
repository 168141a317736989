import type { ExpectedForm } from '../reading-faults.ts'
import type { FormFaultWords } from '../words-of.ts'
import { nouns, textForms } from './phrases.ts'

const fillIn = () => 'Fill this in.'

/** Forms of a text that the file's own words describe otherwise than a form would. */
const texts: Readonly<Record<ExpectedForm, string>> = {
  ...textForms,
  asciiWithoutColons: 'letters without accents, digits and signs, without blanks and colons',
  asciiWithoutSpaces: 'letters without accents, digits and signs, without blanks',
  colour: 'a colour such as #1a2b3c',
  headerText: 'letters without accents, digits and signs, without a blank at either end',
  image: 'a picture',
  numberInQuotes: 'a number',
  pin: 'a PIN of at most 6 digits',
}

/** What is wrong, for somebody who fills in a form and has never seen the file behind it. */
export const form: FormFaultWords = {
  missingKey: fillIn,
  valueless: fillIn,
  emptyText: fillIn,
  notObject: fillIn,
  notList: fillIn,
  notText: fillIn,
  unquoted: fillIn,
  tooFewEntries: () => 'Add at least one.',
  notNumber: () => 'Write a number.',
  notWhole: () => 'Write a whole number.',
  notChoice: () => 'Choose one of those offered.',
  notKnown: ({ form: wanted, example }) =>
    wanted === 'timeZone' ? `Choose a time zone such as ${example}.` : 'Choose one of those offered.',
  notFlag: () => 'Switch it on or off.',
  notOfForm: ({ form: wanted }) => `Write ${texts[wanted]}.`,
  tooShort: ({ min }) => `Write at least ${min} characters.`,
  tooLong: ({ max, length }) => `Write at most ${max} characters. These are ${length}.`,
  notAbove: ({ bound }) => `Write more than ${bound}.`,
  tooSmall: ({ min }) => `Write at least ${min}.`,
  tooLarge: ({ max }) => `Write at most ${max}.`,
  outOfRange: ({ min, max }) => `Write a number from ${min} to ${max}.`,
  listedTwice: ({ name }) => `“${name}” is there twice.`,
  undefinedName: ({ noun, name }) => `There is no ${nouns[noun]} “${name}”.`,
  definedTwice: ({ noun, name }) => `There is already a ${nouns[noun]} “${name}”. Choose another name.`,
  rateOfMain: ({ currency }) => `${currency} is the main currency, which needs no rate.`,
  untilNotLater: () => 'The end must be after the beginning.',
  generateNeeded: () => 'Say first what new coupons look like.',
  couponsOrCodes: () => 'A set has either public codes or coupons with numbers of their own. Remove one of them.',
  couponIsCode: ({ coupon, code }) => `“${coupon}” is also the public code “${code}”. Change one of them.`,
  notAddress: ({ example }) => `Write an address such as ${bare(example)}.`,
  notEmail: () => 'Write an e-mail address such as hello@harbor.example.',
  notPng: () => 'Choose a PNG file: wallets show no other.',
  appleHalf: () => 'The two identifiers for Apple belong together: fill in both or neither.',
  googleLogo: () => 'Add the address of a logo: Google shows no pass without one.',
  noMoney: ({ set, program }) => `“${set}” cannot be a gift card: its program “${program}” holds no money.`,
  codeNeeded: ({ balanceType }) => (balanceType === 'Currency' ? 'Choose the currency.' : 'Give it a short code.'),
  codeExtra: () => 'Points and stamps have no code. Leave it empty.',
  subtracksOfPunches: () => 'Only stamps have tracks.',
  tooManyDigits: ({ amount, scale }) =>
    scale === 0
      ? `${amount} has decimals, and this value has none.`
      : `${amount} has too many digits: this value has ${scale} decimals.`,
  tooFewNumbers: ({ random, count }) =>
    `${random} random characters are too few for ${count} numbers. Make the numbers longer.`,
  fewRandomDigits: ({ digits, min }) =>
    `Numbers with ${digits} random digits can be guessed. Make them so long that at least ${min} are random.`,
  valueTypeTwice: () => 'This kind of value is there twice. Remove one of them.',
  valueTypeMissing: () => 'The program does not hold this kind of value.',
  pinDigits: ({ digits }) => `The PIN must have ${digits} digits, as the program says.`,
  earnedNeedsType: () => 'Choose what is earned.',
  worthOfMoney: () => 'Money is worth what it is. Leave this empty.',
  typeOfEarned: () => 'Choose again what counts.',
  withinADay: () => 'Write at least one day: in 0 days nobody reaches a level.',
  keepAbove: ({ at }) => `It cannot take more to keep a level than to reach it: ${at}.`,
  levelOrder: ({ at, before }) => `It must be above the ${at} of ${before}: the lowest level comes first.`,
  noSuchField: () => 'Customers have no such field.',
  setOfOther: () => 'This card set belongs to another program.',
  rewardTrigger: () => 'Members choose only what waits for their choice: give this rule that occasion.',
  rewardOfChild: () => 'This rule is for child cards, and members choose for their own.',
  rewardPrice: () => 'What it takes must be a fixed amount.',
  levelTwice: () => 'This level is there twice. Remove one of them.',
  keyDiffers: () => 'The ID cannot change. To rename it, duplicate it and remove this one.',
  weakPassword: ({ min }) => `Write at least ${min} characters: a shorter password can be guessed.`,
  weakPin: ({ min }) => `PINs of fewer than ${min} digits can be guessed. Choose more, or no PIN.`,
  otherProgram: ({ program }) =>
    `There is a card set of this ID in the program “${program}”, and cards cannot move. Choose another ID.`,
  scaleFixed: ({ before }) => `It is ${before} and can never change: cards hold amounts of it.`,
  subtracksFixed: ({ names }) => `Tracks can only be added at the end. These must stay: ${names.join(', ')}.`,
  setShrinks: ({ count, of }) => `${count} ${of}s exist already. A set can only grow.`,
  inOtherSet: ({ of, set }) => `There is such a ${of} already, in the set “${set}”.`,
  codeHidesCoupon: ({ coupon }) => `There is a coupon “${coupon}”, which the code would hide. Choose another code.`,
  tooMuchStock: ({ count, max }) => `That would make ${count} at once, and at most ${max} can be made at once here.`,
  numbersUsedUp: () => 'No free numbers of this form are left. Make them longer.',
  nothingToKeep: () => 'Fill this in: there is none yet that could stay.',
  secretsMissing: fillIn,
  windowEmpty: () => 'It must begin and end at different times.',
}

/** Examples are quoted as a file quotes them. */
const bare = (example: string) => example.replaceAll('"', '')
