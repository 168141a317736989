import type { Case } from '../case.ts'
import { hotCard } from './hot-card.ts'
import { redeem } from './redeem.ts'
import { scale } from './scale.ts'
import { search } from './search.ts'

/** In the order in which they run and are shown. */
export const cases: readonly Case[] = [redeem, hotCard, search, scale]
