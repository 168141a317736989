import type { TestContext } from 'node:test'
import { openMemberRoom } from './member-room.ts'
import type { ShopOptions } from './shop.ts'

const cardSets = [{ id: 'cards', name: 'Cards', generate: { count: 20, prefix: '60', length: 16 } }]

/** A brand whose cards have pins, a member with a card, and gift cards of nobody. */
export async function openGifts(t: TestContext, options: ShopOptions & { readonly flags?: readonly string[] } = {}) {
  const room = await openMemberRoom(t, {}, { cardSets, program: { pinLength: 4 }, ...options })
  const { shop, customer, enter } = room
  const giftCard = async (usd: number): Promise<{ cardNumber: string; pin: string }> => {
    const { cardNumber, pin } = await shop.must('allocate', { cardSetId: 'cards' })
    if (usd > 0) await shop.issue(cardNumber, { usd })
    return { cardNumber, pin }
  }
  const own = await customer('ana@example.com')
  const token = await enter('ana@example.com')
  const dollars = async (cardNumber: string) =>
    (await shop.balances(cardNumber)).map(({ amount }: { amount: number }) => amount)
  return { ...room, giftCard, own, token, dollars }
}

/** What the link of a gift has to say who may take it. */
export const tokenIn = (link: string) => new URL(link).searchParams.get('gift') ?? ''
