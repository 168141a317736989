import { gap, numberIn, type Raw, rawIn, textIn } from '../../brand/facts/draft.ts'
import type { Slot, Teller } from '../../brand/facts/say.ts'
import type { CampaignParts, RuleParts } from '../parts.ts'
import { budgetWords, experimentWords, limitWords } from './limits.ts'
import { andList, capital, counted, orList, quoted, quotedIn, unwrapped } from './phrasing.ts'
import { scheduleWords } from './recurrence.ts'
import { atHour, periodWords, windowWords } from './times.ts'

/** `Wenn ein Gold-Mitglied dienstags einkauft: 2 Punkte pro Dollar, höchstens einmal am Tag je Kunde.` */
export function ruleWords(parts: RuleParts, t: Teller): string {
  const { rule, results } = parts
  const head = `${headWords(parts, t)}${ifWords(withSpend(parts))}`
  const tail = [limitWords(rule.limit, t), budgetTail(rule, t)].filter((part) => part !== undefined)
  const notes = noteWords(rule)
  const what = [andList(results), ...tail].join(', ')
  return `${capital(head)}: ${what}${notes}${/[.!?]“$/.test(what) && notes === '' ? '' : '.'}`
}

const textsIn = ({ phrases }: RuleParts, slot: Slot) =>
  phrases.filter((phrase) => phrase.slot === slot).map(({ text }) => text)

function headWords(parts: RuleParts, t: Teller): string {
  const { rule } = parts
  const times = spaced([...textsIn(parts, 'time'), windowWords(rule.window), periodWords(rule, t)])
  if (parts.trigger === 'checkout') return purchaseWords(parts, times)
  return `${happeningWords(parts, t)}${times === '' ? '' : `, ${times}`}`
}

/** `bei jedem Einkauf ab 10 $ dienstags`, `wenn ein Gold-Mitglied dienstags etwas aus „Getränke“ kauft`. */
function purchaseWords(parts: RuleParts, times: string): string {
  const [member] = textsIn(parts, 'member')
  const cards = textsIn(parts, 'card')
  const [what] = textsIn(parts, 'what')
  const spend = parts.phrases.find(({ slot }) => slot === 'spend')
  const [which] = textsIn(parts, 'which')
  const [place, extras] = [textsIn(parts, 'place'), textsIn(parts, 'with')]
  const isPlain = member === undefined && cards.length === 0 && what === undefined
  if (isPlain && which !== undefined) return spaced([`beim ${which}`, ...extras, ...place, times])
  if (isPlain) return spaced(['bei jedem Einkauf', spend?.short ?? '', ...extras, ...place, times])
  const subject = spaced(['wenn', member ?? 'ein Kunde', ...cards, times, ...place, ...extras])
  if (which === undefined)
    return spaced([subject, spend?.text ?? '', what === undefined ? 'einkauft' : `${what} kauft`])
  return spaced([subject, what === undefined ? `seinen ${which} macht` : `bei seinem ${which} ${what} kauft`])
}

function happeningWords(parts: RuleParts, t: Teller): string {
  const { rule, trigger } = parts
  const [event] = textsIn(parts, 'event')
  switch (trigger) {
    case 'date':
      return rule.schedule === undefined ? dateWords(rawIn(rule.date), t) : scheduleWords(rawIn(rule.schedule), t)
    case 'segment': {
      const { id, on } = rawIn(rule.segment)
      const name = id === undefined ? gap : quoted(t.called('segment', id))
      return `wenn ein Kunde ${on === 'leave' ? `aus dem Segment ${name} fällt` : `in das Segment ${name} kommt`}`
    }
    case 'tier':
      return `wenn ein Kunde ${tierWords(rawIn(rule.tier), t)}`
    case 'message':
      return `wenn ein Kunde ${event ?? 'eine Nachricht'} schreibt`
    case 'refer':
      return 'wenn eine Empfehlung belohnt wird'
    case 'social':
      return 'wenn in sozialen Medien etwas geschieht'
    case 'custom':
      return 'wenn App oder Website es auslöst'
    case 'request':
      return `wenn ${event ?? 'mit einer Karte etwas anderes als ein Einkauf geschieht'}`
    default:
      return `wenn ${gap}`
  }
}

function tierWords({ on, level }: Raw, t: Teller): string {
  const name = level === undefined ? undefined : t.called('tierLevel', level)
  if (on === 'down') return name === undefined ? 'eine Stufe verliert' : `die Stufe ${name} verliert`
  if (on === 'keep') return name === undefined ? 'eine Stufe behält' : `die Stufe ${name} behält`
  return name === undefined ? 'eine neue Stufe erreicht' : `die Stufe ${name} erreicht`
}

/** On the day itself, and as it stands after vor and nach. */
const dates: Readonly<Record<string, readonly [on: string, dative: string]>> = {
  'customer.birthday': ['am Geburtstag', 'dem Geburtstag'],
  'customer.anniversary': ['am Jahrestag', 'dem Jahrestag'],
  'card.activationDate': ['am Tag der Aktivierung der Karte', 'der Aktivierung der Karte'],
  'card.enrollmentDate': ['am Tag der Anmeldung', 'der Anmeldung'],
  'balance.expiration': ['am Tag, an dem Guthaben verfällt,', 'dem Verfall von Guthaben'],
  'history.lastCheckout': ['am Tag des letzten Einkaufs', 'dem letzten Einkauf'],
}

function dateWords({ of, offsetDays, hour }: Raw, t: Teller): string {
  const name = textIn(of) ?? ''
  const own = /^demographic:(.+)$/.exec(name)?.[1]
  const field = own === undefined ? undefined : quoted(t.called('demographicField', own))
  const [on, dative] =
    field === undefined ? (dates[name] ?? [`am ${gap}`, gap]) : [`am Tag ${field}`, `dem Tag ${field}`]
  const offset = offsetDays === undefined ? 0 : numberIn(offsetDays)
  if (offset === 0) return `${on}${atHour(hour)}`
  if (offset === undefined) return `${gap} Tage vor oder nach ${dative}${atHour(hour)}`
  return `${counted(Math.abs(offset), 'Tag', 'Tage', t)} ${offset < 0 ? 'vor' : 'nach'} ${dative}${atHour(hour)}`
}

/** Beside the first purchase the amount is a condition of its own: it might not be the first of that amount. */
function withSpend(parts: RuleParts): RuleParts {
  const spend = parts.phrases.find(({ slot }) => slot === 'spend')
  const isNeeded = spend !== undefined && parts.phrases.some(({ slot }) => slot === 'which')
  return isNeeded ? { ...parts, ifs: [`er ${spend.text.replace(/^für/, 'über')} geht`, ...parts.ifs] } : parts
}

const alone = (clauses: readonly string[]) => (clauses.length === 1 ? unwrapped(clauses[0] ?? gap) : andList(clauses))

function ifWords({ rule, ifs, unless }: RuleParts): string {
  const display = quotedIn(rawIn(rule.option).display ?? rawIn(rule.option).id)
  const chosen = rule.option === undefined || rule.option === null ? [] : [`der Kunde ${display} wählt`]
  const conditions = [...chosen, ...ifs]
  const wanted = conditions.length === 0 ? '' : `, sofern ${alone(conditions)}`
  return `${wanted}${unless.length === 0 ? '' : `, außer wenn ${orList(unless)}`}`
}

function budgetTail({ budget }: Raw, t: Teller): string | undefined {
  const words = budgetWords(budget, t)
  return words === undefined ? undefined : `bis ${words} aufgebraucht sind`
}

function noteWords(rule: Raw): string {
  const variant = textIn(rule.variant)
  const notes = [
    variant === undefined ? '' : `nur Variante ${variant}`,
    rule.target === 'child' ? 'nur Kinderkarten' : '',
    rule.target === 'any' ? 'auch Kinderkarten' : '',
    rule.exclusive === undefined || rule.exclusive === null
      ? ''
      : `nur eine Regel der Gruppe ${quotedIn(rule.exclusive)} greift`,
    chooseWords(rawIn(rule.option)),
  ].filter((note) => note !== '')
  return notes.length === 0 ? '' : ` (${notes.join('; ')})`
}

function chooseWords({ group, maxSelected }: Raw): string {
  if (textIn(group) === undefined) return ''
  const most = maxSelected === undefined ? 1 : numberIn(maxSelected)
  return `höchstens ${most ?? gap} aus der Gruppe ${quotedIn(group)}`
}

const spaced = (words: readonly string[]) => words.filter((word) => word !== '').join(' ')

/** When a campaign runs, and what must hold for all its rules. */
export function campaignWhen({ campaign, ifs, unless }: CampaignParts, t: Teller): string | undefined {
  const wanted = ifs.length === 0 ? '' : `nur wenn ${alone(ifs)}`
  const unwanted = unless.length === 0 ? '' : `${wanted === '' ? 'immer, ' : ''}außer wenn ${orList(unless)}`
  const words = [periodWords(campaign, t), wanted, unwanted].filter((part) => part !== '').join(', ')
  return words === '' ? undefined : `${capital(words)}.`
}

/** What a campaign may give away, and who does not get it. */
export function campaignLimits({ campaign }: CampaignParts, t: Teller): string | undefined {
  const budget = budgetWords(campaign.budget, t)
  const parts = [budget === undefined ? undefined : `höchstens ${budget}`, experimentWords(campaign, t)]
  const said = parts.filter((part) => part !== undefined).map((part) => `${capital(part)}.`)
  return said.length === 0 ? undefined : said.join(' ')
}
