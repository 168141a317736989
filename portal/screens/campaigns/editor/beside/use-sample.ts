import { useEffect, useState } from 'react'
import { ask } from '../../../../ask/ask.ts'
import { useBrand } from '../../../../shell/brand-context.ts'
import { type Basket, emptyBasket, wishesOf } from './basket.ts'

/** A basket that shows what the campaign does: products that it names, and as many as it asks for. */
export function useSample(campaign: unknown) {
  const { id } = useBrand()
  const [basket, setBasket] = useState<Basket>(emptyBasket)
  const [isTouched, setTouched] = useState(false)
  const wish = JSON.stringify(wishesOf(campaign))
  useEffect(() => {
    if (isTouched) return
    let isOver = false
    sampleFor(JSON.parse(wish), id)
      .then((lines) => {
        if (!isOver) setBasket((current) => ({ ...current, lines }))
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

/** Nothing says what things are sold for; this is a price like any other. */
export const samplePrice = 5

async function sampleFor({ words, units }: ReturnType<typeof wishesOf>, brand: string): Promise<Basket['lines']> {
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
