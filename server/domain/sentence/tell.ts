import { gap, isRaw, listIn, rawIn, textIn } from '../brand/facts/draft.ts'
import type { Teller } from '../brand/facts/say.ts'
import type { Language, SentenceSource } from '../brand/facts/telling.ts'
import type { ResultName } from '../brand/rules/results.ts'
import { clauseOf, sortConditions } from './conditions.ts'
import { speech as de } from './de/speech.ts'
import { speech as en } from './en/speech.ts'
import type { Speech } from './speech.ts'
import { newTeller } from './teller.ts'

interface ToldRule {
  readonly id: string
  readonly name: string
  readonly sentence: string
}

/** A campaign in words. */
export interface ToldCampaign {
  /** When it runs, and what must hold for all its rules. */
  readonly when?: string
  readonly rules: readonly ToldRule[]
  /** Its budget, and who does not get it. */
  readonly limits?: string
  /** What it does, in one sentence for lists. */
  readonly summary: string
}

const languages: Readonly<Record<Language, Speech>> = { en, de }

/** A campaign as the brand file has it, or a draft of one however incomplete, in plain sentences. */
export function tellCampaign(campaign: unknown, telling: SentenceSource): ToldCampaign {
  const speaking = { speech: languages[telling.language], t: newTeller(telling) }
  const { speech, t } = speaking
  const raw = rawIn(campaign)
  const shared = listIn(raw.when)
  const rules = listIn(raw.rules).map((rule, index) => ({
    id: textIn(rawIn(rule).id) ?? String(index + 1),
    name: textIn(rawIn(rule).name) ?? textIn(rawIn(rule).id) ?? '',
    sentence: closed(ruleSentence(rule, [], speaking)),
  }))
  const ifs = shared.filter((one) => !isNone(one)).map((one) => clauseOf(one, 'customer', speaking))
  const unless = shared.flatMap((one) => (isNone(one) ? listIn(one.none) : []))
  const parts = { campaign: raw, ifs, unless: unless.map((one) => clauseOf(one, 'customer', speaking)) }
  const when = speech.campaignWhen(parts, t)
  const limits = speech.campaignLimits(parts, t)
  return {
    ...(when !== undefined && { when }),
    rules,
    ...(limits !== undefined && { limits }),
    summary: summaryOf(listIn(raw.rules), shared, speaking),
  }
}

/** The conditions of a segment in words. */
export function tellSegment(segment: unknown, telling: SentenceSource): string {
  const speaking = { speech: languages[telling.language], t: newTeller(telling) }
  const conditions = isRaw(segment) ? listIn(segment.where) : listIn(segment)
  return closed(speaking.speech.segment(conditions.map((one) => clauseOf(one, 'everybody', speaking))))
}

/** What a personal offer offers, for lists of them. */
export function tellOffer(terms: unknown, telling: SentenceSource): string {
  const words = languages[telling.language].offer(rawIn(terms), newTeller(telling))
  return words.charAt(0).toUpperCase() + words.slice(1)
}

/** One condition as a clause, for the chips of forms. */
export function tellCondition(condition: unknown, telling: SentenceSource): string {
  return clauseOf(condition, 'customer', { speech: languages[telling.language], t: newTeller(telling) })
}

/** One result in words, for the chips of forms. */
export function tellResult(result: unknown, telling: SentenceSource): string {
  return resultWords(result, { speech: languages[telling.language], t: newTeller(telling) })
}

/** What ends with a gap is not finished: it has no full stop. */
const closed = (sentence: string) => (sentence.endsWith(`${gap}.`) ? sentence.slice(0, -1) : sentence)

const isNone = (condition: unknown): condition is { readonly none: unknown } =>
  isRaw(condition) && Array.isArray(condition.none)

type Speaking = { readonly speech: Speech; readonly t: Teller }

function summaryOf(rules: readonly unknown[], shared: readonly unknown[], speaking: Speaking): string {
  const [first] = rules
  if (first === undefined) return gap
  const sentence = closed(ruleSentence(brief(first), shared, speaking))
  return rules.length === 1 ? sentence : `${sentence} ${speaking.speech.more(rules.length - 1)}`
}

/** Messages that go with something that is given are left out of lists. */
function brief(rule: unknown): unknown {
  const raw = rawIn(rule)
  const gifts = listIn(raw.then).filter((result) => !Object.hasOwn(rawIn(result), 'notify'))
  // biome-ignore lint/suspicious/noThenProperty: the file's own word; a list, never a function
  return gifts.length === 0 ? rule : { ...raw, then: gifts }
}

function ruleSentence(rule: unknown, shared: readonly unknown[], speaking: Speaking): string {
  const raw = rawIn(rule)
  const trigger = textIn(raw.trigger)
  const sorted = sortConditions([...shared, ...listIn(raw.when)], trigger, speaking)
  const results = listIn(raw.then).map((result) => resultWords(result, speaking))
  const parts = { rule: raw, trigger, ...sorted, results: results.length > 0 ? results : [gap] }
  return speaking.speech.rule(parts, speaking.t)
}

function resultWords(result: unknown, { speech, t }: Speaking): string {
  const raw = rawIn(result)
  const name = Object.keys(raw).find((key): key is ResultName => Object.hasOwn(speech.results, key))
  return name === undefined ? gap : speech.results[name](rawIn(raw[name]), t)
}
