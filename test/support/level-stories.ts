import { dice } from './segment-population.ts'

/** What happens to a card. A step names earlier ones by their place in the story. */
export type LevelStep =
  | { readonly kind: 'sell'; readonly units: number; readonly price: number }
  | { readonly kind: 'bring'; readonly sale: number; readonly units: number; readonly byValue: boolean }
  | { readonly kind: 'cancel'; readonly step: number }
  | { readonly kind: 'transfer' }
  | { readonly kind: 'manual'; readonly level: string; readonly days: number }
  | { readonly kind: 'spend'; readonly points: number }

export interface LevelStory {
  readonly steps: readonly LevelStep[]
  /** How many of the steps lie before each passing of time. */
  readonly rounds: readonly number[]
  /** Of each sale, by its place: the units that stand in the end. */
  readonly standing: ReadonlyMap<number, number>
}

export interface StoryOptions {
  readonly seed: number
  readonly rounds: number
  readonly spends?: boolean
  /** Whether everything is brought back in the end. */
  readonly endsEmpty?: boolean
}

interface Sale {
  readonly units: number
  left: number
  isVoided: boolean
  readonly returns: Map<number, number>
}

/** A story that nobody has thought of: sales, and what undoes them in whichever order. */
export function makeStory({ seed, rounds, spends, endsEmpty }: StoryOptions): LevelStory {
  const { below } = dice(seed)
  const steps: LevelStep[] = []
  const sales = new Map<number, Sale>()
  const ends: number[] = []
  const pick = <T>(list: readonly T[]): T | undefined => list[below(list.length)]
  const live = () => [...sales].filter(([, sale]) => !sale.isVoided)
  const bring = (place: number, sale: Sale, units: number) => {
    sale.left -= units
    sale.returns.set(steps.length, units)
    steps.push({ kind: 'bring', sale: place, units, byValue: below(3) === 0 })
  }
  const sell = () => {
    const units = 10
    sales.set(steps.length, { units, left: units, isVoided: false, returns: new Map() })
    steps.push({ kind: 'sell', units, price: pick([2, 5, 11, 16, 25, 31, 32]) ?? 5 })
  }
  const moves: (() => void)[] = [
    sell,
    sell,
    () => {
      const [place, sale] = pick(live().filter(([, one]) => one.left > 0)) ?? []
      if (place !== undefined && sale) bring(place, sale, below(2) === 0 ? sale.left : 1 + below(sale.left))
    },
    () => {
      const [, sale] = pick(live().filter(([, one]) => one.returns.size > 0)) ?? []
      const [step, units] = (sale && pick([...sale.returns])) ?? []
      if (!sale || step === undefined || units === undefined) return
      sale.returns.delete(step)
      sale.left += units
      steps.push({ kind: 'cancel', step })
    },
    () => {
      const [step, sale] = pick(live().filter(([, one]) => one.returns.size === 0)) ?? []
      if (!sale || step === undefined || spends) return
      sale.isVoided = true
      sale.left = 0
      steps.push({ kind: 'cancel', step })
    },
    () => {
      const rare = below(10)
      if (rare < 2) steps.push({ kind: 'transfer' })
      else if (rare < 4) steps.push({ kind: 'manual', level: pick(['silver', 'gold']) ?? '', days: 20 + below(90) })
      else if (spends) steps.push({ kind: 'spend', points: 1 + below(60) })
    },
  ]
  for (let round = 0; round < rounds; round += 1) {
    for (let left = 1 + below(4); left > 0; left -= 1) pick(moves)?.()
    ends.push(steps.length)
  }
  if (endsEmpty) for (const [place, sale] of live()) if (sale.left > 0) bring(place, sale, sale.left)
  ends.push(steps.length)
  return { steps, rounds: ends, standing: new Map([...sales].map(([place, { left }]) => [place, left])) }
}
