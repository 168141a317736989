import type { ValueType } from '../../server/domain/brand/brand.ts'
import type { Balance, Card, Lot, Portion } from '../../server/domain/card/card.ts'

/** The instant at which the tests of pure decisions take place. */
export const now = 1_800_000_000_000

export const points = { valueType: 1, bucket: '' }

export const pointsType: ValueType = {
  id: 1,
  program: 'rewards',
  balanceType: 'Points',
  balanceCode: '',
  scale: 0,
  subtracks: [],
  switchedOff: false,
}

export function lot(no: number, amount: number, more: Partial<Lot> = {}): Lot {
  return { no, ...points, amount, held: 0, returnRelated: false, issuedAt: now - 1000, expired: 0, settled: 0, ...more }
}

/** A card with these lots and holds, and with the sums that go with them. */
export function cardWith(lots: readonly Lot[], portions: readonly Portion[] = []): Card {
  const reserved = lots.map((one) => ({
    ...one,
    held: portions.filter((portion) => portion.lot === one.no).reduce((sum, portion) => sum + portion.amount, 0),
  }))
  const lotCount = Math.max(0, ...lots.map(({ no }) => no))
  const balances = [...Map.groupBy(reserved, (one) => one.valueType)].map(([valueType, group]): Balance => {
    const sum = (pick: (one: Lot) => number) => group.reduce((total, one) => total + pick(one), 0)
    return { valueType, bucket: '', amount: sum((one) => one.amount), held: sum((one) => one.held), seq: 7 }
  })
  return {
    id: 1,
    number: '6006',
    setId: 'cards',
    status: 'Activated',
    seq: 3,
    lotCount,
    pinFailures: 0,
    balances,
    lots: reserved,
    portions,
  }
}
