import { purchasesOfRhythm, suspicionScore, toLifecycle } from '../../../../domain/card/card-statistics.ts'
import { integer, model, text, type Values } from '../../../../ground/contract/field.ts'
import type { BrandId } from '../../../../ground/kernel/ids.ts'
import { findShoppingPlaces, findSignals, listPurchaseTimes } from '../../../../storage/store/queries/card-stats.sql.ts'
import type { CardView } from '../../../../storage/store/queries/card-view.sql.ts'
import type { Reader } from '../../../../storage/store/queries/reader.ts'

export const cardStatistics = model('CardStatistics', 'Statistics from the history of a card.', {
  mostSpentLocationId: text('Where the most was spent.'),
  lastShoppedLocationId: text('Where it was last used.'),
  mostShoppedLocationId: text('Where it was used most often.'),
  daysUntilAtRisk: integer(
    'Days until the card is at risk: no purchase for twice the median number of days between its last 13 purchases (30 days if there are fewer than three).',
  ).v2(),
  daysUntilChurned: integer('Days until it counts as lost: no purchase for four times that median.').v2(),
  suspicionScore: integer(
    '0 to 100, from wrong pins, the shares of voids and returns in 90 days, calls in the last hour and locations in the last day.',
  ).v2(),
})

interface WantedStatistics {
  readonly includeLifeCycleStatistics: boolean
  readonly includeSuspicionScoreStatistics: boolean
}

/** The statistics of a card, as far as they were asked for. */
export async function findStatistics(
  { card, now }: CardView,
  wanted: WantedStatistics,
  { brand, reader }: { readonly brand: BrandId; readonly reader: Reader },
): Promise<Values<typeof cardStatistics.fields>> {
  const [places, purchases, signals] = await Promise.all([
    findShoppingPlaces(reader, brand, card.id),
    wanted.includeLifeCycleStatistics ? listPurchaseTimes(reader, brand, card.id, purchasesOfRhythm) : [],
    wanted.includeSuspicionScoreStatistics ? findSignals(reader, brand, card.id) : undefined,
  ])
  return {
    ...(places.most_spent !== null && { mostSpentLocationId: places.most_spent }),
    ...(places.last_shopped !== null && { lastShoppedLocationId: places.last_shopped }),
    ...(places.most_shopped !== null && { mostShoppedLocationId: places.most_shopped }),
    ...toLifecycle(purchases, now),
    ...(signals && {
      suspicionScore: suspicionScore({
        pinFailures: signals.pin_failures,
        calls: signals.calls,
        voids: signals.voids,
        returns: signals.returns,
        callsOfHour: signals.calls_of_hour,
        locationsOfDay: signals.locations_of_day,
      }),
    }),
  }
}
