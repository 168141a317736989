import { useEffect, useState } from 'react'
import { ask } from '../../../../ask/ask.ts'
import { useBrand } from '../../../../ask/brand-context.ts'
import { nothingTried, type TriedPurchase } from '../../purchase/tried.ts'
import { nextOf, type SampleWishes, wishesOf } from './wishes.ts'

/** A basket that shows what the campaign does: products that it names, and as many as it asks for. */
export function useSample(campaign: unknown) {
  const { id } = useBrand()
  const [tried, setTried] = useState<TriedPurchase>(nothingTried)
  const [isTouched, setTouched] = useState(false)
  const wish = JSON.stringify(wishesOf(campaign))
  useEffect(() => {
    if (isTouched) return
    let isOver = false
    const wishes: SampleWishes = JSON.parse(wish)
    sampleFor(wishes, id)
      .then((lines) => {
        if (!isOver) setTried(sampleOf(wishes, lines))
      })
      .catch(() => undefined)
    return () => {
      isOver = true
    }
  }, [wish, id, isTouched])
  const change = (patch: Partial<TriedPurchase>) => {
    setTouched(true)
    setTried((was) => ({ ...was, ...patch }))
  }
  return { tried, change }
}

/** Somebody for whom the campaign is, on a day on which it runs. */
function sampleOf({ level, segments, days, isShipped }: SampleWishes, lines: TriedPurchase['lines']): TriedPurchase {
  const at = nextOf(days, new Date())
  return {
    ...nothingTried,
    buyer: 'invented',
    lines,
    segments,
    ...(level !== undefined && { level }),
    ...(at !== undefined && { at }),
    ...(isShipped && { shipping: samplePrice }),
  }
}

/** Nothing says what things are sold for; this is a price like any other. */
const samplePrice = 5

/** Nobody reads a receipt of more. */
const unitsMax = 100

async function sampleFor({ words, units, total }: SampleWishes, brand: string): Promise<TriedPurchase['lines']> {
  const [first = '', another] = words
  const found = await ask('findNames', { noun: 'product', text: first, count: 2 }, brand)
  const other =
    another === undefined ? [] : (await ask('findNames', { noun: 'product', text: another, count: 1 }, brand)).names
  const any =
    found.names.length > 0 ? found.names : (await ask('findNames', { noun: 'product', count: 2 }, brand)).names
  const distinct = [...new Map([...any.slice(0, 1), ...other, ...any.slice(1)].map((one) => [one.id, one])).values()]
  const second = distinct.length > 1 ? Math.max(Math.floor(units / 2), 1) : 0
  return distinct.slice(0, 2).map(({ id }, index) => ({
    sku: id,
    quantity: index === 0 ? Math.max(units - second, 1, Math.min(Math.ceil(total / samplePrice), unitsMax)) : second,
    price: index === 0 ? samplePrice : samplePrice - 1,
  }))
}
