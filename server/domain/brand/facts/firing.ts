import { isKnown, isNone } from './asked.ts'
import { numberIn } from './draft.ts'
import type { Fact } from './fact.ts'
import { timesInEnglish, timesInGerman } from './history.ts'

/** Facts about rules themselves: how often they fired for a card, and by what chance they do. */
export const firingFacts = {
  counter: {
    type: 'number',
    of: 'card',
    requires: ['rule'],
    takes: ['within'],
    meaning: 'How often a rule fired.',
    example: '{ fact: counter, rule: earn/per-dollar, within: { days: 30 }, op: "<", value: 10 }',
    cost: 2,
    read: (view) => view.firings(),
    en: {
      name: 'How often a rule has applied',
      clause: (asked, say, about) => {
        const { rule, within } = asked.arguments
        const name = say.quoted(say.called('rule', rule))
        const whom = about === 'customer' ? 'the customer' : 'somebody'
        if (isKnown(asked)) return say.isKnown(asked, `how often ${whom} has got ${name}`)
        const has = `${say.who(about)} has`
        const during = say.within(within)
        if (isNone(asked)) return `${has} not yet got ${name}${during}`
        return `${has} got ${name} ${timesInEnglish(asked, say)}${during}`
      },
      each: (per, say, { rule }) => {
        const name = say.quoted(say.called('rule', rule))
        return say.forEach(per, `time that ${name} applied`, `times that ${name} applied`)
      },
    },
    de: {
      name: 'Wie oft eine Regel gegriffen hat',
      clause: (asked, say, about) => {
        const { rule, within } = asked.arguments
        const name = say.quoted(say.called('rule', rule))
        const whom = about === 'customer' ? 'der Kunde' : 'jemand'
        if (isKnown(asked)) return say.isKnown(asked, `wie oft ${whom} ${name} bekommen hat`)
        const times = isNone(asked) ? 'noch nicht' : timesInGerman(asked, say)
        return `${say.who(about)}${say.within(within)} ${name} ${times} bekommen hat`
      },
      each: (per, say, { rule }) => {
        const name = say.quoted(say.called('rule', rule))
        return say.forEach(per, `Anwendung von ${name}`, `Anwendungen von ${name}`)
      },
    },
  },
  random: {
    type: 'number',
    of: 'card',
    range: [0, 99],
    meaning: 'Fixed for brand, campaign and card.',
    example: '{ fact: random, op: "<", value: 20 }',
    read: (view) => view.draw(),
    en: {
      name: 'Random number of the customer (0 to 99)',
      measured: "the card's draw from 0 to 99",
      clause: (asked, say, about) => {
        const [share] = asked.given.map(numberIn)
        if (asked.op === '<' && share !== undefined)
          return `${say.who(about)} is among a random ${say.number(share)} % of customers`
        return `${say.own(about, 'random number')} ${say.is(asked)}`
      },
      each: (per, say) => say.forEach(per, 'unit of the random number', 'units of the random number'),
    },
    de: {
      name: 'Zufallszahl des Kunden (0 bis 99)',
      measured: 'Zufallszahl der Karte (0 bis 99)',
      clause: (asked, say, about) => {
        const [share] = asked.given.map(numberIn)
        if (asked.op === '<' && share !== undefined)
          return `${say.who(about)} zu zufällig gewählten ${say.number(share)} % der Kunden gehört`
        return `${say.own(about, 'Zufallszahl', 'die')} ${say.amountsTo(asked)}`
      },
      each: (per, say) => say.forEach(per, 'Einheit der Zufallszahl', 'Einheiten der Zufallszahl'),
    },
  },
} as const satisfies Record<string, Fact>
