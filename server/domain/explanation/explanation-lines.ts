import { type ExplainedFiring, type Explanation, type NearRule, nearWords, type RestGroup } from './explanation.ts'
import { wordsIn } from './words/words-in.ts'

/** What is printed of an explanation, whether it was just made or came in an answer. */
interface ExplainedCall extends Pick<Explanation, 'outcome' | 'rest'> {
  readonly fired: readonly ToldFired[]
  readonly nearly: readonly ToldNear[]
}

type ToldFired = Pick<ExplainedFiring, 'campaign' | 'name' | 'coupons' | 'codes'> & {
  readonly effects: readonly { readonly words: string }[]
}
type ToldNear = Pick<NearRule, 'campaign' | 'name' | 'missing'> & { readonly unseen?: boolean }

const namesPerGroupMax = 20

/** An explanation as lines for people: what fired, what nearly did, and the rest by reason. */
export function explanationLines({ outcome, fired, nearly, rest }: ExplainedCall): string[] {
  return [
    ...(outcome.refused ? [`${capital(outcome.words)}.`] : []),
    ...section('Fired:', fired.map(firedLine)),
    ...section('Nearly fired:', nearly.map(nearLine)),
    ...section('Did not fire:', rest.flatMap(groupLines)),
    ...(fired.length + nearly.length + rest.length === 0 ? ['No rule was considered.'] : []),
  ]
}

function section(title: string, lines: readonly string[]): string[] {
  return lines.length === 0 ? [] : [title, ...lines.map((line) => `  ${line}`)]
}

const nameOf = ({ campaign, name }: { readonly campaign: string; readonly name: string }) =>
  campaign === '' ? name : `${campaign} / ${name}`

function firedLine(rule: ToldFired): string {
  const effects = rule.effects.map(({ words }) => words).join('; ')
  const used = [
    ...(rule.coupons ? [`coupon ${rule.coupons.join(', ')}`] : []),
    ...(rule.codes ? [`code ${rule.codes.join(', ')}`] : []),
  ].join(' and ')
  return `${nameOf(rule)}: ${effects === '' ? 'fired' : effects}${used === '' ? '' : ` (used ${used})`}`
}

const nearLine = (rule: ToldNear) => `${nameOf(rule)}: ${nearWords(rule, wordsIn('en').standings)}`

function groupLines({ reason, rules, more = 0 }: RestGroup): string[] {
  const left = rules.length + more - namesPerGroupMax
  return [
    `${capital(reason)}:`,
    ...rules
      .slice(0, namesPerGroupMax)
      .map((rule) => `  ${nameOf(rule)}${rule.why === undefined ? '' : `: ${rule.why}`}`),
    ...(left > 0 ? [`  and ${left} more`] : []),
  ]
}

const capital = (text: string) => text.slice(0, 1).toUpperCase() + text.slice(1)
