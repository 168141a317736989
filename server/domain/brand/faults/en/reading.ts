import type { ReadingFaults } from '../reading-faults.ts'
import type { WordsOf } from '../words-of.ts'
import { advice, found, knownForms, nouns, textForms } from './phrases.ts'

export const reading: WordsOf<ReadingFaults> = {
  moreFaults: ({ max }) => `has more than ${max} faults; the rest are not shown`,
  unknownKey: (values) => `unknown key${advice(values.advice)}`,
  missingKey: ({ name, example }) => `is required: add ${name}: ${example}`,
  valueless: ({ name, example }) => `has no value: write ${name}: ${example}`,
  notObject: ({ example, ...values }) => `expected an object such as ${example}, found ${found(values.found)}`,
  notList: ({ example, ...values }) =>
    `expected a list such as ${example}, found ${found(values.found)}${advice(values.advice)}`,
  tooFewEntries: ({ min, example }) =>
    `expected at least ${min === 1 ? 'one entry' : `${min} entries`}, such as ${example}`,
  tooManyEntries: ({ max, count }) => `expected at most ${max} entries, found ${count}`,
  listedTwice: ({ name }) => `"${name}" is listed twice`,
  notText: ({ example, ...values }) => `expected a text such as ${example}, found ${found(values.found)}`,
  unquoted: ({ spelling, isNumber }) =>
    `expected a text, found ${isNumber ? 'the number ' : ''}${spelling}; put it in quotes: "${spelling}"`,
  emptyText: ({ example }) => `must not be empty: write ${example}`,
  tooShort: ({ min }) => `must have at least ${min} characters`,
  tooLong: ({ max, length }) => `must have at most ${max} characters, and has ${length}`,
  controlCharacters: () => 'must not contain control characters, such as tabs or line breaks',
  brokenCharacters: () => 'must not contain unpaired surrogates (broken characters)',
  notOfForm: ({ form, example, ...values }) =>
    `expected ${textForms[form]}, found ${found(values.found)}${example === undefined ? '' : `; write for example ${example}`}`,
  notKnown: ({ form, example, ...values }) =>
    `expected ${knownForms[form]} such as ${example}, found ${found(values.found)}${advice(values.advice)}`,
  notChoice: ({ choices, ...values }) =>
    `expected ${choices.length === 1 ? choices[0] : `one of ${choices.join(', ')}`}; found ${found(values.found)}${advice(values.advice)}`,
  notFlag: (values) => `expected true or false, found ${found(values.found)}${advice(values.advice)}`,
  notNumber: ({ example, ...values }) =>
    `expected a number such as ${example}, found ${found(values.found)}${advice(values.advice)}`,
  notWhole: ({ example, ...values }) =>
    `expected a whole number such as ${example}, found ${found(values.found)}${advice(values.advice)}`,
  notAbove: ({ bound, given }) => `must be more than ${bound}, and is ${given}`,
  tooSmall: ({ min, given }) => `must be at least ${min}, and is ${given}`,
  tooLarge: ({ max, given }) => `must be at most ${max}, and is ${given}`,
  outOfRange: ({ min, max, given }) => `must be from ${min} to ${max}, and is ${given}`,
  undefinedName: ({ noun, name, more, isPerhaps, ...values }) => {
    const places = more === 1 ? 'one more place' : `${more} more places`
    return [
      `there is no ${nouns[noun]} "${name}" in this file${advice(values.advice)}`,
      more === 0 ? '' : ` (and it is named in ${places})`,
      isPerhaps ? '; it is known only if a call has created it' : '',
    ].join('')
  },
  definedTwice: ({ noun, name, ...first }) => `the ${nouns[noun]} "${name}" is defined twice, first ${place(first)}`,
  addsUnknown: ({ name, ...values }) =>
    `no product of this file has the SKU "${name}", so it is added without a name, a category or a cost${advice(values.advice)}`,
  notInCatalogue: ({ noun, name, ...values }) =>
    `no product of this file has the ${noun === 'product' ? 'SKU' : noun} "${name}", so it matches nothing${advice(values.advice)}`,
}

function place({ path, line, isSamePath }: Omit<ReadingFaults['definedTwice'], 'noun' | 'name'>): string {
  if (line === undefined) return `at ${path}`
  return isSamePath ? `on line ${line}; rename or remove one of them` : `at ${path} (line ${line})`
}
