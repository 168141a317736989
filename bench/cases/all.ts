import type { Case } from '../case.ts'
import { checkout } from './checkout.ts'
import { crowdedEvaluation, evaluation } from './evaluation.ts'
import { hotCard } from './hot-card.ts'
import { redeem } from './redeem.ts'
import { rules } from './rules.ts'
import { scale } from './scale.ts'
import { search } from './search.ts'

/** In the order in which they run and are shown. */
export const cases: readonly Case[] = [redeem, hotCard, search, checkout, rules, evaluation, crowdedEvaluation, scale]
