import { defined } from '../../../ground/kernel/defined.ts'
import type { Language } from '../../../ground/kernel/language.ts'
import type { BrandDocument } from '../../brand/document.ts'
import { valueTypeName } from '../../brand/shapes/program-shape.ts'
import { displayNames } from '../../brand/value-names.ts'
import type { ExplanationWords, ToldClocks } from './words.ts'
import { wordsIn } from './words-in.ts'

/**
 * What people call the things of a brand file, also those that were removed from it, the currencies of a call, and the
 * words of the language that it is told in.
 */
export class Names {
  /** Of the call's location. */
  readonly currency: string
  /** Of the brand: what customers have spent over time is in it. */
  readonly mainCurrency: string
  /** Of the brand and of the call's location; absent where all places of the brand have its own. */
  readonly clocks: ToldClocks | undefined
  readonly products: ReadonlyMap<string, string>
  readonly words: ExplanationWords
  readonly language: Language
  private readonly byNoun: Readonly<Record<ExplainedNoun, ReadonlyMap<string, string>>>

  constructor(document: BrandDocument, locationId: string | undefined, language: Language = 'en') {
    this.words = withNames(wordsIn(language), document)
    this.language = language
    const { switchedOff: off } = document
    const locations = [...off.locations, ...document.locations]
    this.mainCurrency = document.brand.currency
    const location = locations.findLast(({ id }) => id === locationId)
    this.currency = location?.currency ?? this.mainCurrency
    const { timeZone } = document.brand
    const hasSeveral = locations.some((one) => one.timeZone !== undefined && one.timeZone !== timeZone)
    this.clocks = hasSeveral
      ? defined({ brand: timeZone, location: location && (location.timeZone ?? timeZone) })
      : undefined
    this.products = new Map([...off.products, ...document.products].map(({ sku, name }) => [sku, name]))
    const cardSets = document.programs.flatMap((program) => program.cardSets)
    const events = [...off.eventTypes, ...document.eventTypes]
    const lists = [...off.subscriptionLists, ...document.subscriptionLists]
    this.byNoun = {
      location: mapOf(locations),
      group: mapOf([...off.groups, ...document.groups]),
      program: mapOf([...off.programs, ...document.programs]),
      cardSet: mapOf([...off.cardSets, ...cardSets]),
      couponSet: mapOf([...off.couponSets, ...document.couponSets]),
      segment: mapOf([...off.segments, ...document.segments]),
      eventType: new Map(events.map(({ categoryId, name }) => [categoryId, name])),
      list: new Map(lists.map(({ uuid, name }) => [uuid, name])),
      campaign: mapOf([...off.campaigns, ...document.campaigns]),
      rule: new Map(ruleNames(document).map(({ id, campaign, name }) => [id, `${campaign} / ${name}`])),
    }
  }

  /** The id itself where nothing has it. */
  of(noun: ExplainedNoun, id: string): string {
    return this.byNoun[noun].get(id) ?? id
  }
}

/** Balances as the brand calls them. A name that two programs give differently is theirs, not the brand's. */
function withNames(words: ExplanationWords, { programs, brand }: BrandDocument): ExplanationWords {
  const types = Map.groupBy(
    programs.flatMap((program) => program.valueTypes),
    valueTypeName,
  )
  const displays = new Map(
    [...types].map(([of, [first, ...others]]) => {
      const name = displayNames(first?.display, brand.languages)
      const isShared = others.every(({ display }) => displayNames(display, brand.languages)?.other === name?.other)
      return [of, isShared ? name : undefined]
    }),
  )
  const { balance } = words.amounts
  const nameOf = (of: string, amount: string) => displays.get(of)?.[amount === '1' ? 'one' : 'other']
  const named: ExplanationWords['amounts']['balance'] = (amount, of, subtrack) =>
    balance(amount, of, subtrack, nameOf(of, amount))
  return { ...words, amounts: { ...words.amounts, balance: named } }
}

export type ExplainedNoun =
  | 'location'
  | 'group'
  | 'program'
  | 'cardSet'
  | 'couponSet'
  | 'segment'
  | 'eventType'
  | 'campaign'
  | 'list'
  | 'rule'

interface NamedRule {
  /** campaignId/ruleId */
  readonly id: string
  readonly campaign: string
  readonly name: string
}

/** Rules of campaigns that were removed from the file since are still called by their names. */
export function ruleNames({ campaigns, switchedOff }: BrandDocument): readonly NamedRule[] {
  return [...switchedOff.campaigns, ...campaigns].flatMap((campaign) =>
    campaign.rules.map((rule) => ({ id: `${campaign.id}/${rule.id}`, campaign: campaign.name, name: rule.name })),
  )
}

function mapOf(entries: readonly { readonly id: string; readonly name: string }[]): ReadonlyMap<string, string> {
  return new Map(entries.map(({ id, name }) => [id, name]))
}
