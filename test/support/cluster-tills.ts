import type { Shop } from './shop.ts'

export interface Till {
  readonly shop: Shop
  readonly card: string
  done: number
  longestMs: number
  readonly refused: unknown[]
  /** Calls whose answer does not say whether they were executed. */
  readonly unknown: string[]
}

export const filled = 5000

/** Tills that redeem 1 all the time, each on a card of its own, with an id for every call. */
export async function openTills(shops: readonly Shop[]) {
  const open = async (shop: Shop): Promise<Till> => {
    const card = await shop.card({ usd: filled })
    return { shop, card, done: 0, longestMs: 0, refused: [], unknown: [] }
  }
  const tills = await Promise.all(shops.map(open))
  let isOver = false
  const selling = Promise.all(
    tills.map(async (till) => {
      for (let number = 1; !isOver; number += 1) await sell(till, `${till.card}-${number}`)
    }),
  )
  return {
    tills,
    /** Ends the sales and asks again for what is not known. */
    end: async () => {
      isOver = true
      await selling
      for (const till of tills) {
        for (const id of till.unknown.splice(0)) await sell(till, id)
      }
    },
  }
}

async function sell(till: Till, customRequestId: string): Promise<void> {
  const began = performance.now()
  const { body } = await till.shop.update(till.card, 'redeem', { usd: 1 }, {}, { customRequestId })
  till.longestMs = Math.max(till.longestMs, performance.now() - began)
  // 3: a call whose outcome was unknown has been executed.
  if (body.success || body.errorCode === 3) till.done += 1
  else if (body.errorCode === 136) till.unknown.push(customRequestId)
  else till.refused.push(body)
}

/** The longest answers since it was asked last, by brand. */
export function takeLongest(tills: readonly Till[]): Record<string, number> {
  return Object.fromEntries(
    tills.map((till) => {
      const longestMs = Math.round(till.longestMs)
      till.longestMs = 0
      return [till.shop.id, longestMs]
    }),
  )
}
