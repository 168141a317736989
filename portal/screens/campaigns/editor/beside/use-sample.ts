import { useEffect, useState } from 'react'
import { ask } from '../../../../ask/ask.ts'
import { useBrand } from '../../../../shell/brand-context.ts'
import { type Basket, emptyBasket, nextOf, type Wishes, wishesOf } from './basket.ts'

/** A basket that shows what the campaign does: products that it names, and as many as it asks for. */
export function useSample(campaign: unknown) {
  const { id } = useBrand()
  const [basket, setBasket] = useState<Basket>(emptyBasket)
  const [isTouched, setTouched] = useState(false)
  const wish = JSON.stringify(wishesOf(campaign))
  useEffect(() => {
    if (isTouched) return
    let isOver = false
    const wishes: Wishes = JSON.parse(wish)
    sampleFor(wishes, id)
      .then((lines) => {
        if (!isOver) setBasket(sampleOf(wishes, lines))
      })
      .catch(() => undefined)
    return () => {
      isOver = true
    }
  }, [wish, id, isTouched])
  const change = (next: Basket) => {
    setTouched(true)
    setBasket(next)
  }
  return { basket, change }
}

/** Somebody for whom the campaign is, on a day on which it runs. */
function sampleOf({ level, segments, days }: Wishes, lines: Basket['lines']): Basket {
  const at = nextOf(days, new Date())
  return { ...emptyBasket, lines, segments, ...(level !== undefined && { level }), ...(at !== undefined && { at }) }
}

/** Nothing says what things are sold for; this is a price like any other. */
export const samplePrice = 5

async function sampleFor({ words, units }: Wishes, brand: string): Promise<Basket['lines']> {
  const [first = '', another] = words
  const found = await ask('findNames', { noun: 'product', text: first, count: 2 }, brand)
  const other =
    another === undefined ? [] : (await ask('findNames', { noun: 'product', text: another, count: 1 }, brand)).names
  const any =
    found.names.length > 0 ? found.names : (await ask('findNames', { noun: 'product', count: 2 }, brand)).names
  const distinct = [...new Map([...any.slice(0, 1), ...other, ...any.slice(1)].map((one) => [one.id, one])).values()]
  const second = distinct.length > 1 ? Math.max(Math.floor(units / 2), 1) : 0
  return distinct.slice(0, 2).map(({ id, name }, index) => ({
    sku: id,
    name,
    quantity: index === 0 ? Math.max(units - second, 1) : second,
    unitPrice: index === 0 ? samplePrice : samplePrice - 1,
  }))
}
