import { factNamed, isFactName } from '../brand/facts/all.ts'
import type { FactType } from '../brand/facts/fact-shape.ts'
import type { Language } from '../brand/facts/telling.ts'
import { type ChoiceKind, choiceKindOf } from './choices.ts'
import { formWords as de } from './de/forms.ts'
import { formWords as en } from './en/forms.ts'
import type { FormWords, NameAndMeaning } from './form-words.ts'

const languages: Readonly<Record<Language, FormWords>> = { en, de }

/** All words of forms in a language, for what the functions below do not look up. */
export function formWordsIn(language: Language): FormWords {
  return languages[language]
}

/** What a form calls a fact, such as `Total after discounts`. A fact that does not exist is called as it was written. */
export function factWords(fact: string, language: Language): string {
  return isFactName(fact) ? factNamed(fact)[language].name : fact
}

/** What a form calls an argument of a fact. */
export function argumentWords(argument: string, language: Language): string {
  return find(languages[language].arguments, argument) ?? argument
}

/** What a form calls an operator for facts of a type: days are not less, they are before. */
export function operatorWords(operator: string, language: Language, type?: FactType): string {
  const { operators, operatorsOf } = languages[language]
  return find((type && operatorsOf[type]) ?? {}, operator) ?? find(operators, operator) ?? operator
}

export function triggerWords(trigger: string, language: Language): string {
  return find(languages[language].triggers, trigger) ?? trigger
}

/** What a form calls a result, and what that means. */
export function resultWords(result: string, language: Language): NameAndMeaning {
  return find(languages[language].results, result) ?? { name: result, meaning: '' }
}

/** What a form calls a key of a result, such as `percent` of a discount. */
export function resultKeyWords(key: string, language: Language): string {
  return find(languages[language].resultKeys, key) ?? key
}

/** What a value is called that is one of a few, such as `mon` of `weekday`. */
export function choiceWords(kind: ChoiceKind, value: string, language: Language): string {
  return find(languages[language].choices[kind], value) ?? value
}

/** What a possible value of a fact is called, such as `F` of customer.gender. */
export function factValueWords(fact: string, value: string, language: Language): string {
  const kind = choiceKindOf(fact)
  return kind === undefined ? value : choiceWords(kind, value, language)
}

function find<T>(words: Readonly<Record<string, T>>, name: string): T | undefined {
  return Object.hasOwn(words, name) ? words[name] : undefined
}
