import { gap, isRaw, listIn, numberIn, type Raw, rawIn, spokenIn, textIn } from '../../brand/facts/draft.ts'
import type { Slot } from '../../brand/facts/say.ts'
import { isByPlace } from '../../brand/rules/clocks.ts'
import { discountKinds } from '../../brand/shapes/discount-kind.ts'
import type { CampaignParts, RuleParts } from '../parts.ts'
import { cardNeededByLimit } from './card-needed.ts'
import { periodWords } from './dates.ts'
import { happeningWords } from './happenings.ts'
import { budgetWords, experimentWords, limitWords } from './limits.ts'
import { capital, spaced, unwrapped } from './lists.ts'
import { windowWords } from './times.ts'
import type { Voice } from './voice.ts'

/** `When a Gold member buys drinks on Tuesdays: 2 points per dollar, at most once a day per customer.` */
export function ruleWords(parts: RuleParts, voice: Voice): string {
  const { rules: p, lists } = voice.words
  const { rule, results } = parts
  const head = `${headWords(parts, voice)}${ifWords(withSpend(parts, voice), voice)}`
  const budget = budgetWords(rule.budget, voice)
  const tail = [limitWords(rule.limit, voice), budget === undefined ? undefined : p.untilUsedUp(budget)]
  const what = [lists.andList(results), ...tail.filter((part) => part !== undefined)].join(', ')
  const notes = noteWords(parts, voice)
  return `${capital(head)}: ${what}${notes}${p.ended.test(what) && notes === '' ? '' : '.'}`
}

function headWords({ rule, trigger, phrases, ...rest }: RuleParts, voice: Voice): string {
  const p = voice.words.rules
  const textsIn = (slot: Slot) => phrases.filter((phrase) => phrase.slot === slot).map(({ text }) => text)
  const hours = [windowWords(rule.window, voice), clockWords(rule, trigger, voice)]
  const times = spaced([...textsIn('time'), ...hours, periodWords(rule, voice)])
  const [extras, places] = [textsIn('with'), textsIn('place')]
  if (trigger !== 'checkout')
    return p.otherHead(
      happeningWords({ rule, trigger, phrases, ...rest }, voice),
      spaced([...extras, ...places, times]),
    )
  return p.purchase({
    member: textsIn('member')[0],
    cards: textsIn('card'),
    what: textsIn('what')[0],
    spend: phrases.find(({ slot }) => slot === 'spend'),
    which: phrases.find(({ slot }) => slot === 'which'),
    extras,
    places,
    times,
  })
}

/** By which clock its days and hours count, where there are several. */
function clockWords({ window, when }: Raw, trigger: string | undefined, { words, hasPlaceClocks }: Voice): string {
  if (!hasPlaceClocks) return ''
  if (trigger === 'date') return words.times.byHomeClock
  const isTimed = isRaw(window) || listIn(when).some((one) => isByPlace(textIn(rawIn(one).fact) ?? ''))
  return isTimed ? words.times.byPlaceClock : ''
}

/** The first purchase of at least $10 could be the tenth of all, so the amount is a condition of its own. */
function withSpend(parts: RuleParts, { words }: Voice): RuleParts {
  const spend = parts.phrases.find(({ slot }) => slot === 'spend')
  const isNeeded = spend !== undefined && parts.phrases.some(({ slot }) => slot === 'which')
  return isNeeded ? { ...parts, ifs: [words.rules.spends(spend.text), ...parts.ifs] } : parts
}

const alone = (clauses: readonly string[], { words }: Voice) =>
  clauses.length === 1 ? unwrapped(clauses[0] ?? gap) : words.lists.andList(clauses)

function ifWords({ rule, ifs, unless }: RuleParts, voice: Voice): string {
  const { rules: p, lists } = voice.words
  const display = lists.quotedIn(spokenIn(rawIn(rule.option).display, [voice.language]) ?? rawIn(rule.option).id)
  const chosen = rule.option === undefined || rule.option === null ? [] : [p.chooses(display)]
  const conditions = [...chosen, ...ifs]
  const wanted = conditions.length === 0 ? '' : `, ${p.if(alone(conditions, voice))}`
  return `${wanted}${unless.length === 0 ? '' : `, ${p.unless(lists.orList(unless))}`}`
}

function noteWords(parts: RuleParts, { words }: Voice): string {
  const { rule } = parts
  const card = cardNeededByLimit(parts)
  const { rules: p, lists } = words
  const variant = textIn(rule.variant)
  const { group, maxSelected } = rawIn(rule.option)
  const most = maxSelected === undefined ? 1 : numberIn(maxSelected)
  const notes = [
    card === undefined ? '' : p.becauseOfLimit[card],
    variant === undefined ? '' : p.onlyVariant(variant),
    rule.target === 'child' ? p.childCardsOnly : '',
    rule.target === 'any' ? p.childCardsToo : '',
    apartWords(parts, words),
    textIn(rule.group) === undefined ? '' : p.competes(lists.quotedIn(rule.group)),
    besideWords(rule.combines, words),
    textIn(group) === undefined ? '' : p.atMostOfGroup(String(most ?? gap), lists.quotedIn(group)),
  ].filter((note) => note !== '')
  return notes.length === 0 ? '' : ` (${notes.join('; ')})`
}

/** So many others are named; more would hide the rest of the sentence. */
const namedMax = 4

function apartWords({ rule, others }: RuleParts, { rules: p, lists }: Voice['words']): string {
  if (rule.exclusive === undefined || rule.exclusive === null) return ''
  if (!others) return p.oneOfGroup(lists.quotedIn(rule.exclusive))
  const named = others.length > namedMax ? others.slice(0, namedMax - 1) : others
  const more = others.length > named.length ? [p.moreOthers(others.length - named.length)] : []
  return others.length === 0 ? '' : p.notTogether(lists.orList([...named.map(lists.quoted), ...more]))
}

/** What a rule or campaign does not stand beside. */
function besideWords(combines: unknown, { rules: p, lists }: Voice['words']): string {
  if (combines === 'none') return p.notTogether(p.otherDiscounts)
  if (!Array.isArray(combines)) return ''
  const others = discountKinds.filter((kind) => !combines.includes(kind))
  return others.length === 0 ? '' : p.notTogether(lists.orList(others.map((kind) => p.discounts[kind])))
}

/** When a campaign runs, and what must hold for all its rules. */
export function campaignWhen({ campaign, ifs, unless }: CampaignParts, voice: Voice): string | undefined {
  const { rules: p, lists } = voice.words
  const wanted = ifs.length === 0 ? '' : p.onlyIf(alone(ifs, voice))
  const always = wanted === '' ? `${p.always}, ` : ''
  const unwanted = unless.length === 0 ? '' : `${always}${p.unless(lists.orList(unless))}`
  const words = [periodWords(campaign, voice), wanted, unwanted].filter((part) => part !== '').join(', ')
  return words === '' ? undefined : `${capital(words)}.`
}

/** What a campaign may give away, and who does not get it. */
export function campaignLimits({ campaign }: CampaignParts, voice: Voice): string | undefined {
  const budget = budgetWords(campaign.budget, voice)
  const most = budget === undefined ? undefined : voice.words.limits.atMost(budget)
  const { rules: p, lists } = voice.words
  const group = textIn(campaign.group) === undefined ? undefined : p.competes(lists.quotedIn(campaign.group))
  const beside = besideWords(campaign.combines, voice.words) || undefined
  const said = [most, experimentWords(campaign, voice), group, beside].filter((part) => part !== undefined)
  return said.length === 0 ? undefined : said.map((part) => `${capital(part)}.`).join(' ')
}
