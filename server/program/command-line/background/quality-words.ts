import type { Estimate, HitRates, HitVerdict } from '../../../background/jobs/scores/hit-rate.ts'
import type { Quality, ScoreQuality } from '../../../background/jobs/scores/quality.ts'
import { formatDateTime } from '../../../ground/kernel/time.ts'
import { counted } from '../counted.ts'

/** How good recommendations and scores are, for people. */
export function qualityLines({ at, recommendations, scores }: Quality): string[] {
  const { first5, first10 } = recommendations
  const since = `${formatDateTime(at)} UTC`
  return [
    `Held out: what was bought since ${since}. Recommendations and scores are those of that moment.`,
    '',
    'Recommendations',
    ...(first5.customers === 0
      ? ['  No customer who had bought before bought something new since then: there is nothing to measure.']
      : [
          `  Hit: one of the products shown is new to the customer and in the next purchase (${counted(first5.customers, 'customer')}).`,
          ...hitLines(5, first5),
          ...hitLines(10, first10),
        ]),
    '',
    'Scores',
    ...scoreLines(scores),
  ]
}

function hitLines(count: number, { ours, baseline, difference, verdict }: HitRates): string[] {
  return [
    `  the first ${count}: ${percent(ours)}; best sellers alone: ${percent(baseline)}`,
    `    difference: ${percent(difference)}: ${verdicts[verdict]}`,
  ]
}

const verdicts: Readonly<Record<HitVerdict, string>> = {
  better: 'better than best sellers alone',
  worse: 'worse than best sellers alone',
  notDistinguishable: 'not distinguishable from best sellers alone, or not yet',
}

function scoreLines({ cards, correlations, topFifth }: ScoreQuality): string[] {
  if (topFifth === undefined)
    return ['  Nobody with a score has bought something since then: there is nothing to measure.']
  const { total, ...parts } = correlations
  const named = Object.entries(parts).map(([part, { value }]) => `${part} ${value.toFixed(2)}`)
  return [
    `  ${counted(cards, 'card')}. The fifth with the highest scores spent ${topFifth.toFixed(1)} times as much as the average.`,
    `  Rank correlation with what was spent: ${total.value.toFixed(2)} (${total.low.toFixed(2)} to ${total.high.toFixed(2)}): ${says(total)}`,
    `  Its parts alone: ${named.join(', ')}`,
  ]
}

function says({ low, high }: Estimate): string {
  if (low > 0) return 'who has a higher score buys more'
  return high < 0 ? 'who has a higher score buys less' : 'scores say nothing here, or nothing yet'
}

const percent = ({ value, low, high }: Estimate) => `${shown(value)} % (${shown(low)} to ${shown(high)})`
const shown = (share: number) => (100 * share).toFixed(1)
