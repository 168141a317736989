import { type AskedFact, isAny, isKnown, isNone, isOne, isOther, soleNumber } from './asked.ts'
import { gap } from './draft.ts'
import type { Fact } from './fact.ts'
import { counted, found } from './reading.ts'
import type { EnglishSay, GermanSay } from './say.ts'

/** `a Gold member`, `a Silver or Gold member`. */
function memberInEnglish({ values, arguments: { program } }: AskedFact, say: EnglishSay): string {
  const levels = say.orList(values)
  const of = program === undefined ? '' : ` of ${say.called('program', program)}`
  return `${/^[aeiou]/i.test(levels) ? 'an' : 'a'} ${levels} member${of}`
}

/** `Gold-Mitglied`, `Silber- oder Gold-Mitglied`, `Mitglied der Stufe Super Gold`. */
function memberInGerman({ values, arguments: { program } }: AskedFact, say: GermanSay): string {
  const of = program === undefined ? '' : ` von ${say.called('program', program)}`
  if (values.some((level) => /\s/.test(level))) return `Mitglied der Stufe ${say.orList(values)}${of}`
  const levels = [...values.slice(0, -1).map((level) => `${level}-`), `${values.at(-1) ?? gap}-Mitglied`]
  return `${say.orList(levels)}${of}`
}

const lowest: Readonly<Record<number, string>> = {
  1: 'lowest',
  2: 'second lowest',
  3: 'third lowest',
  4: 'fourth lowest',
}

/** Ranks are known by number only: 1 is the lowest level. */
function rankInEnglish(asked: AskedFact, who: string): string | undefined {
  const value = soleNumber(asked)
  if (value === undefined) return undefined
  if (isAny(asked)) return `${who} has reached a level`
  if (isNone(asked) && asked.op !== '<=') return `${who} has no level yet`
  const level = `the ${lowest[value] ?? `${value}th lowest`} level`
  if (asked.op === '=') return `${who} is at ${level}`
  if (asked.op === '>=') return `${who} is at ${level} or higher`
  return asked.op === '<=' ? `${who} is at ${level} or lower` : undefined
}

function rankInGerman(asked: AskedFact, say: GermanSay, who: string): string | undefined {
  const value = soleNumber(asked)
  if (value === undefined) return undefined
  if (isAny(asked)) return `${who} eine Stufe erreicht hat`
  if (isNone(asked) && asked.op !== '<=') return `${who} noch keine Stufe hat`
  const level = value === 1 ? 'der untersten Stufe' : `der ${say.inflected(value)} Stufe von unten`
  if (asked.op === '=') return `${who} auf ${level} ist`
  if (asked.op === '>=') return `${who} mindestens auf ${level} ist`
  return asked.op === '<=' ? `${who} höchstens auf ${level} ist` : undefined
}

/** Facts about the level of the root card. They are missing for cards of other programs, and of those without levels. */
export const tierFacts = {
  tier: {
    type: 'text',
    of: 'card',
    takes: ['program'],
    names: 'tierLevel',
    meaning: "The id of the card's level.",
    example: '{ fact: tier, op: "=", value: gold }',
    cost: 2,
    read: (view) => view.tier(({ id }) => found(id)),
    en: {
      name: 'Level',
      clause: (asked, say, about) => {
        if (isKnown(asked)) return `${say.who(about)} has ${asked.op === 'exists' ? 'a' : 'no'} level`
        return isOne(asked) || isOther(asked)
          ? `${say.who(about)} is ${isOther(asked) ? 'not ' : ''}${memberInEnglish(asked, say)}`
          : `${say.own(about, 'level')} ${say.is(asked)}`
      },
      phrase: (asked, say) => (isOne(asked) ? { slot: 'member', text: memberInEnglish(asked, say) } : undefined),
    },
    de: {
      name: 'Stufe',
      clause: (asked, say, about) => {
        if (isKnown(asked)) return `${say.who(about)} ${asked.op === 'exists' ? 'eine' : 'keine'} Stufe hat`
        return isOne(asked) || isOther(asked)
          ? `${say.who(about)} ${isOther(asked) ? 'kein' : 'ein'} ${memberInGerman(asked, say)} ist`
          : `${say.own(about, 'Stufe', 'die')} ${say.is(asked)}`
      },
      phrase: (asked, say) =>
        isOne(asked) ? { slot: 'member', text: `ein ${memberInGerman(asked, say)}` } : undefined,
    },
  },
  'tier.rank': {
    type: 'number',
    of: 'card',
    takes: ['program'],
    meaning: '0 without a level, 1 for the lowest.',
    example: '{ fact: tier.rank, program: rewards, op: ">=", value: 1 }',
    cost: 2,
    read: (view) => view.tier(({ rank }) => counted(rank)),
    en: {
      name: 'Rank of the level',
      measured: 'the rank of the tier',
      clause: (asked, say, about) =>
        rankInEnglish(asked, say.who(about)) ?? `the rank of ${say.own(about, 'level')} ${say.is(asked)}`,
      each: (per, say) => say.forEach(per, 'rank of the level', 'ranks of the level'),
    },
    de: {
      name: 'Rang der Stufe',
      measured: 'Rang der Stufe',
      clause: (asked, say, about) => rankInGerman(asked, say, say.who(about)) ?? `der Rang der Stufe ${say.is(asked)}`,
      each: (per, say) => say.forEach(per, 'Rang der Stufe', 'Ränge der Stufe'),
    },
  },
  'tier.missing': {
    type: 'amount',
    of: 'card',
    takes: ['program'],
    meaning: 'What is missing to the next level.',
    example: '{ fact: tier.missing, op: "<=", value: 50 }',
    cost: 2,
    read: (view) => view.tier(({ missing }) => found(missing)),
    // A level is measured in whatever its program counts.
    values: { kind: 'number' },
    en: {
      name: 'Missing to the next level',
      measured: 'what is missing to the next tier',
      clause: (asked, say, about) =>
        `what ${about === 'customer' ? 'the customer' : 'somebody'} lacks to the next level ${say.is(asked)}`,
      each: (per, say) => say.forEach(per, 'unit missing to the next level', 'units missing to the next level'),
    },
    de: {
      name: 'Fehlt bis zur nächsten Stufe',
      measured: 'Abstand zur nächsten Stufe',
      clause: (asked, say, about) => {
        const whom = about === 'customer' ? 'dem Kunden' : 'wem'
        if (isKnown(asked)) return say.isKnown(asked, `was ${whom} zur nächsten Stufe fehlt`)
        return `${whom} zur nächsten Stufe ${say.is(asked, { verb: 'fehlt' })}`
      },
      each: (per, say) =>
        say.forEach(per, 'Einheit, die zur nächsten Stufe fehlt', 'Einheiten, die zur nächsten Stufe fehlen'),
    },
  },
} as const satisfies Record<string, Fact>
