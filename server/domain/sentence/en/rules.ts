import { gap, numberIn, type Raw, rawIn, textIn } from '../../brand/facts/draft.ts'
import type { Slot, Teller } from '../../brand/facts/say.ts'
import type { CampaignParts, RuleParts } from '../parts.ts'
import { budgetWords, experimentWords, limitWords } from './limits.ts'
import { andList, capital, counted, orList, quoted, quotedIn, unwrapped } from './phrasing.ts'
import { scheduleWords } from './recurrence.ts'
import { atHour, periodWords, windowWords } from './times.ts'

/** `When a Gold member buys drinks on Tuesdays: 2 points per dollar, at most once a day per customer.` */
export function ruleWords(parts: RuleParts, t: Teller): string {
  const { rule, results } = parts
  const head = `${headWords(parts, t)}${ifWords(withSpend(parts))}`
  const tail = [limitWords(rule.limit, t), budgetTail(rule, t)].filter((part) => part !== undefined)
  const notes = noteWords(rule)
  const what = [andList(results), ...tail].join(', ')
  return `${capital(head)}: ${what}${notes}${/[.!?]”$/.test(what) && notes === '' ? '' : '.'}`
}

const textsIn = ({ phrases }: RuleParts, slot: Slot) =>
  phrases.filter((phrase) => phrase.slot === slot).map(({ text }) => text)

function headWords(parts: RuleParts, t: Teller): string {
  const times = [...textsIn(parts, 'time'), windowWords(parts.rule.window), periodWords(parts.rule, t)]
  const rest = spaced([...textsIn(parts, 'with'), ...textsIn(parts, 'place'), ...times])
  if (parts.trigger === 'checkout') return purchaseWords(parts, rest)
  return spaced([happeningWords(parts, t), rest])
}

function purchaseWords(parts: RuleParts, rest: string): string {
  const [member] = textsIn(parts, 'member')
  const cards = textsIn(parts, 'card')
  const what = textsIn(parts, 'what')
  const spend = parts.phrases.find(({ slot }) => slot === 'spend')
  const which = parts.phrases.find(({ slot }) => slot === 'which')
  if (member === undefined && cards.length === 0 && what.length === 0)
    return spaced(['with', which?.short ?? 'every purchase', which ? '' : (spend?.short ?? ''), rest])
  const buys = spaced(['buys', what[0] ?? 'something', which ? '' : (spend?.text ?? ''), which?.text ?? ''])
  return spaced(['when', member ?? 'a customer', ...cards, buys, rest])
}

function happeningWords(parts: RuleParts, t: Teller): string {
  const { rule, trigger } = parts
  const [event] = textsIn(parts, 'event')
  switch (trigger) {
    case 'date':
      return rule.schedule === undefined ? dateWords(rawIn(rule.date), t) : scheduleWords(rawIn(rule.schedule), t)
    case 'segment': {
      const { id, on } = rawIn(rule.segment)
      return `when a customer ${on === 'leave' ? 'leaves' : 'joins'} the segment ${id === undefined ? gap : quoted(t.called('segment', id))}`
    }
    case 'tier':
      return `when a customer ${tierWords(rawIn(rule.tier), t)}`
    case 'message':
      return `when a customer writes${event ?? ' a message'}`
    case 'refer':
      return 'when a referral is rewarded'
    case 'social':
      return 'when something happens on social media'
    case 'custom':
      return 'when an app or website triggers it'
    case 'request':
      return `when ${event ?? 'something other than a purchase happens to a card'}`
    default:
      return `when ${gap}`
  }
}

function tierWords({ on, level }: Raw, t: Teller): string {
  const name = level === undefined ? 'a level' : t.called('tierLevel', level)
  if (on === 'down') return level === undefined ? 'loses a level' : `loses the level ${name}`
  if (on === 'keep') return level === undefined ? 'keeps a level' : `keeps the level ${name}`
  return level === undefined ? 'reaches a new level' : `reaches ${name}`
}

const dates: Readonly<Record<string, string>> = {
  'customer.birthday': 'the birthday',
  'customer.anniversary': 'the anniversary',
  'card.activationDate': 'the activation of the card',
  'card.enrollmentDate': 'signing up',
  'balance.expiration': 'a balance expires',
  'history.lastCheckout': 'the last purchase',
}

function dateWords({ of, offsetDays, hour }: Raw, t: Teller): string {
  const name = textIn(of) ?? ''
  const own = /^demographic:(.+)$/.exec(name)?.[1]
  const day = own === undefined ? (dates[name] ?? gap) : `the date ${quoted(t.called('demographicField', own))}`
  const offset = offsetDays === undefined ? 0 : numberIn(offsetDays)
  if (offset === undefined) return `${gap} days from ${day}${atHour(hour)}`
  const on = name === 'balance.expiration' ? `on the day ${day}` : `on the day of ${day}`
  if (offset === 0)
    return `${on.replace(/^on the day of (the birthday|the anniversary|the date)/, 'on $1')}${atHour(hour)}`
  return `${counted(Math.abs(offset), 'day', 'days', t)} ${offset < 0 ? 'before' : 'after'} ${day}${atHour(hour)}`
}

/** The first purchase of at least $10 could be the tenth of all, so the amount is a condition of its own. */
function withSpend(parts: RuleParts): RuleParts {
  const spend = parts.phrases.find(({ slot }) => slot === 'spend')
  const isNeeded = spend !== undefined && parts.phrases.some(({ slot }) => slot === 'which')
  return isNeeded ? { ...parts, ifs: [`it is ${spend.text}`, ...parts.ifs] } : parts
}

const alone = (clauses: readonly string[]) => (clauses.length === 1 ? unwrapped(clauses[0] ?? gap) : andList(clauses))

function ifWords({ rule, ifs, unless }: RuleParts): string {
  const display = quotedIn(rawIn(rule.option).display ?? rawIn(rule.option).id)
  const chosen = rule.option === undefined || rule.option === null ? [] : [`the customer chooses ${display}`]
  const conditions = [...chosen, ...ifs]
  const wanted = conditions.length === 0 ? '' : `, if ${alone(conditions)}`
  return `${wanted}${unless.length === 0 ? '' : `, unless ${orList(unless)}`}`
}

function budgetTail({ budget }: Raw, t: Teller): string | undefined {
  const words = budgetWords(budget, t)
  return words === undefined ? undefined : `until ${words} are used up`
}

function noteWords(rule: Raw): string {
  const variant = textIn(rule.variant)
  const notes = [
    variant === undefined ? '' : `variant ${variant} only`,
    rule.target === 'child' ? 'child cards only' : '',
    rule.target === 'any' ? 'child cards too' : '',
    rule.exclusive === undefined || rule.exclusive === null
      ? ''
      : `only one rule of the group ${quotedIn(rule.exclusive)} applies`,
    chooseWords(rawIn(rule.option)),
  ].filter((note) => note !== '')
  return notes.length === 0 ? '' : ` (${notes.join('; ')})`
}

function chooseWords({ group, maxSelected }: Raw): string {
  if (textIn(group) === undefined) return ''
  const most = maxSelected === undefined ? 1 : numberIn(maxSelected)
  return `at most ${most ?? gap} of the group ${quotedIn(group)}`
}

const spaced = (words: readonly string[]) => words.filter((word) => word !== '').join(' ')

/** When a campaign runs, and what must hold for all its rules. */
export function campaignWhen({ campaign, ifs, unless }: CampaignParts, t: Teller): string | undefined {
  const wanted = ifs.length === 0 ? '' : `only if ${alone(ifs)}`
  const unwanted = unless.length === 0 ? '' : `${wanted === '' ? 'always, ' : ''}unless ${orList(unless)}`
  const words = [periodWords(campaign, t), wanted, unwanted].filter((part) => part !== '').join(', ')
  return words === '' ? undefined : `${capital(words)}.`
}

/** What a campaign may give away, and who does not get it. */
export function campaignLimits({ campaign }: CampaignParts, t: Teller): string | undefined {
  const budget = budgetWords(campaign.budget, t)
  const parts = [budget === undefined ? undefined : `at most ${budget}`, experimentWords(campaign, t)]
  const said = parts.filter((part) => part !== undefined).map((part) => `${capital(part)}.`)
  return said.length === 0 ? undefined : said.join(' ')
}
