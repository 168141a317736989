import { isKnown, isOne, isOther } from './asked.ts'
import type { Fact } from './fact.ts'
import { figure, numberField } from './forms.ts'

/** What is reckoned about a card: the segments it is in, and its score. */
export const standingFacts = {
  segment: {
    type: 'text',
    list: true,
    of: 'card',
    names: 'segment',
    meaning: 'The segments the card is in.',
    example: '{ fact: segment, op: "=", value: regulars }',
    cost: 1,
    read: (view) => view.segments(),
    en: {
      name: 'Segment',
      clause: (asked, say, about) => {
        if (isKnown(asked)) return `${say.who(about)} is in ${asked.op === 'exists' ? 'a' : 'no'} segment`
        const names = say.orList(asked.values.map(say.quoted))
        return `${say.who(about)} is ${isOther(asked) ? 'not ' : ''}in the segment ${names}`
      },
      phrase: (asked, say) =>
        isOne(asked)
          ? { slot: 'card', text: `from the segment ${say.orList(asked.values.map(say.quoted))}` }
          : undefined,
    },
    de: {
      name: 'Segment',
      clause: (asked, say, about) => {
        if (isKnown(asked)) return `${say.who(about)} in ${asked.op === 'exists' ? 'einem' : 'keinem'} Segment ist`
        const names = say.orList(asked.values.map(say.quoted))
        return `${say.who(about)} ${isOther(asked) ? 'nicht ' : ''}im Segment ${names} ist`
      },
      phrase: (asked, say) =>
        isOne(asked)
          ? { slot: 'card', text: `aus dem Segment ${say.orList(asked.values.map(say.quoted))}` }
          : undefined,
    },
  },
  'score.total': {
    type: 'number',
    of: 'card',
    meaning: 'The score, 0 to 100.',
    example: '{ fact: score.total, op: ">=", value: 80 }',
    cost: 1,
    read: (view) => view.score('total'),
    en: {
      name: 'Score (0 to 100)',
      measured: "the customer's score",
      ...numberField('score', ['point of the score', 'points of the score']),
    },
    de: {
      name: 'Kundenwertung (0 bis 100)',
      measured: 'Wertung des Kunden',
      ...figure('Kundenwertung', ['Punkt der Kundenwertung', 'Punkte der Kundenwertung'], 'die'),
    },
  },
  'score.recency': {
    type: 'number',
    of: 'card',
    meaning: '1 to 5.',
    example: '{ fact: score.recency, op: "<=", value: 2 }',
    cost: 1,
    read: (view) => view.score('recency'),
    en: {
      name: 'Recency score (1 to 5)',
      measured: 'the score for recency',
      ...numberField('recency score', ['point of the recency score', 'points of the recency score']),
    },
    de: {
      name: 'Wertung: wie kürzlich (1 bis 5)',
      measured: 'Wertung: wie kürzlich',
      ...figure(
        'Wertung „wie kürzlich“',
        ['Punkt der Wertung „wie kürzlich“', 'Punkte der Wertung „wie kürzlich“'],
        'die',
      ),
    },
  },
  'score.frequency': {
    type: 'number',
    of: 'card',
    meaning: '1 to 5.',
    example: '{ fact: score.frequency, op: ">=", value: 4 }',
    cost: 1,
    read: (view) => view.score('frequency'),
    en: {
      name: 'Frequency score (1 to 5)',
      measured: 'the score for frequency',
      ...numberField('frequency score', ['point of the frequency score', 'points of the frequency score']),
    },
    de: {
      name: 'Wertung: wie häufig (1 bis 5)',
      measured: 'Wertung: wie häufig',
      ...figure('Wertung „wie häufig“', ['Punkt der Wertung „wie häufig“', 'Punkte der Wertung „wie häufig“'], 'die'),
    },
  },
  'score.monetary': {
    type: 'number',
    of: 'card',
    meaning: '1 to 5.',
    example: '{ fact: score.monetary, op: ">=", value: 4 }',
    cost: 1,
    read: (view) => view.score('monetary'),
    en: {
      name: 'Spending score (1 to 5)',
      measured: 'the score for spending',
      ...numberField('spending score', ['point of the spending score', 'points of the spending score']),
    },
    de: {
      name: 'Wertung: wie viel Umsatz (1 bis 5)',
      measured: 'Wertung: wie viel Umsatz',
      ...figure(
        'Wertung „wie viel Umsatz“',
        ['Punkt der Wertung „wie viel Umsatz“', 'Punkte der Wertung „wie viel Umsatz“'],
        'die',
      ),
    },
  },
} as const satisfies Record<string, Fact>
