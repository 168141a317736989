import { gap, isRaw, listIn, type Raw, rawIn, textIn } from '../brand/facts/draft.ts'
import type { Teller } from '../brand/facts/say.ts'
import type { Language, SentenceSource } from '../brand/facts/telling.ts'
import { clauseOf, sortConditions } from './conditions.ts'
import { german } from './de/voice.ts'
import { english } from './en/voice.ts'
import { named } from './grammar/counts.ts'
import { offerWords } from './grammar/discounts.ts'
import { capital } from './grammar/lists.ts'
import { results } from './grammar/results.ts'
import { campaignLimits, campaignWhen, ruleWords } from './grammar/rules.ts'
import type { Voice } from './grammar/voice.ts'
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

const voices: Readonly<Record<Language, (t: Teller) => Voice>> = { en: english, de: german }

const voiceOf = (telling: SentenceSource) => voices[telling.language](newTeller(telling))

/** A campaign as the brand file has it, or a draft of one however incomplete, in plain sentences. */
export function tellCampaign(campaign: unknown, telling: SentenceSource): ToldCampaign {
  const voice = voiceOf(telling)
  const raw = rawIn(campaign)
  const shared = listIn(raw.when)
  const rules = listIn(raw.rules).map((rule, index) => ({
    id: textIn(rawIn(rule).id) ?? String(index + 1),
    name: textIn(rawIn(rule).name) ?? textIn(rawIn(rule).id) ?? '',
    sentence: closed(ruleSentence(rule, [], voice, raw)),
  }))
  const ifs = shared.filter((one) => !isNone(one)).map((one) => clauseOf(one, 'customer', voice))
  const unless = shared.flatMap((one) => (isNone(one) ? listIn(one.none) : []))
  const parts = { campaign: raw, ifs, unless: unless.map((one) => clauseOf(one, 'customer', voice)) }
  const when = campaignWhen(parts, voice)
  const limits = campaignLimits(parts, voice)
  return {
    ...(when !== undefined && { when }),
    rules,
    ...(limits !== undefined && { limits }),
    summary: summaryOf(raw, shared, voice),
  }
}

/** The conditions of a segment in words. */
export function tellSegment(segment: unknown, telling: SentenceSource): string {
  const voice = voiceOf(telling)
  const conditions = isRaw(segment) ? listIn(segment.where) : listIn(segment)
  const { everyone, segment: told } = voice.words.clauses
  return closed(conditions.length === 0 ? everyone : told(conditions.map((one) => clauseOf(one, 'everybody', voice))))
}

/** What a personal offer offers, for lists of them. */
export function tellOffer(terms: unknown, telling: SentenceSource): string {
  return capital(offerWords(rawIn(terms), voiceOf(telling)))
}

/** One condition as a clause, for the chips of forms. */
export function tellCondition(condition: unknown, telling: SentenceSource): string {
  return clauseOf(condition, 'customer', voiceOf(telling))
}

/** One result in words, for the chips of forms. */
export function tellResult(result: unknown, telling: SentenceSource): string {
  return resultWords(result, voiceOf(telling))
}

/** What ends with a gap is not finished: it has no full stop. */
const closed = (sentence: string) => (sentence.endsWith(`${gap}.`) ? sentence.slice(0, -1) : sentence)

const isNone = (condition: unknown): condition is { readonly none: unknown } =>
  isRaw(condition) && Array.isArray(condition.none)

function summaryOf(campaign: Raw, shared: readonly unknown[], voice: Voice): string {
  const rules = listIn(campaign.rules)
  const [first] = rules
  if (first === undefined) return gap
  const sentence = closed(ruleSentence(brief(first), shared, voice, campaign))
  return rules.length === 1 ? sentence : `${sentence} ${voice.words.clauses.moreRules(rules.length - 1)}`
}

/** Messages that go with something that is given are left out of lists. */
function brief(rule: unknown): unknown {
  const raw = rawIn(rule)
  const gifts = listIn(raw.then).filter((result) => !Object.hasOwn(rawIn(result), 'notify'))
  // biome-ignore lint/suspicious/noThenProperty: the file's own word; a list, never a function
  return gifts.length === 0 ? rule : { ...raw, then: gifts }
}

function ruleSentence(rule: unknown, shared: readonly unknown[], voice: Voice, campaign: Raw): string {
  const raw = rawIn(rule)
  const trigger = textIn(raw.trigger)
  const sorted = sortConditions([...shared, ...listIn(raw.when)], trigger, voice)
  const results = listIn(raw.then).map((result) => resultWords(result, voice))
  const others = othersOf(raw, campaign, voice)
  const parts = {
    rule: raw,
    trigger,
    ...sorted,
    results: results.length > 0 ? results : [gap],
    ...(others && { others }),
  }
  return ruleWords(parts, voice)
}

function othersOf(rule: Raw, campaign: Raw, voice: Voice): readonly string[] | undefined {
  const group = textIn(rule.exclusive)
  const own = { campaign: textIn(campaign.id) ?? '', rule: textIn(rule.id) ?? '' }
  return group === undefined ? undefined : voice.othersOf?.(group, own)
}

function resultWords(result: unknown, voice: Voice): string {
  const raw = rawIn(result)
  const name = Object.keys(raw).find((key) => Object.hasOwn(results, key))
  return (name === undefined ? undefined : named(results, name)?.(rawIn(raw[name]), voice)) ?? gap
}
