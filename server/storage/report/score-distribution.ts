import type { Report } from './report.ts'
import { countColumn, numberColumn, shareColumn, textColumn } from './report-table.ts'
import { countScores } from './score-distribution.sql.ts'

export const scoreDistributionReport: Report = {
  name: 'scores',
  about: 'how many customers have which score, in tens; as it is now',
  over: 'now',
  by: [],
  run: async ({ db, brand, books }) => {
    const counts = await countScores(db, books)
    const all = counts.reduce((sum, { customers }) => sum + customers, 0)
    return {
      title: `Scores of the customers of ${brand.name}, now`,
      notes: [
        'Of customers who bought something in the last year. The scores are computed every night: docs/scores.md.',
      ],
      columns: [
        textColumn('score', 'Score'),
        countColumn('customers', 'Customers'),
        shareColumn('share', 'Share'),
        numberColumn('recency', 'Recency'),
        numberColumn('frequency', 'Frequency'),
        numberColumn('monetary', 'Monetary'),
      ],
      rows: counts.map(({ tens, customers, recency, frequency, monetary }) => ({
        score: tens === 90 ? '90 to 100' : `${tens} to ${tens + 9}`,
        customers: String(customers),
        share: `${((100 * customers) / all).toFixed(1)} %`,
        recency,
        frequency,
        monetary,
      })),
      chart: { kind: 'bars', along: ['score'], of: ['customers'] },
    }
  },
}
