import type { Dice } from '../model/draw-step.ts'

export function shuffled<T>(list: readonly T[], dice: Dice): T[] {
  return list
    .map((one) => ({ one, at: dice.below(1_000_000) }))
    .toSorted((a, b) => a.at - b.at)
    .map(({ one }) => one)
}
