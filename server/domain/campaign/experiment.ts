import { createHash } from 'node:crypto'
import type { BrandId } from '../../ground/kernel/ids.ts'
import { type ExperimentSide, heldOutSide, treatedSide } from '../brand/rules/experiment.ts'
import type { Campaign } from '../brand/shapes/campaign-shape.ts'
import type { CallFacts } from './call-facts.ts'

/** A campaign that some cards never get, or that not all cards get alike. */
export interface Experiment {
  /** Percent of the cards that never get it. */
  readonly holdout: number
  readonly variants: readonly Variant[]
}

interface Variant {
  readonly name: string
  /** Percent of the cards that are not held out. */
  readonly share: number
  /** Makes a number of its own out of a card's draw: it depends on the name only, never on the other variants. */
  readonly salt: number
}

export function compileExperiment({ holdout = 0, variants }: Pick<Campaign, 'holdout' | 'variants'>) {
  if (holdout === 0 && !variants) return undefined
  const named = Object.entries(variants ?? {}).map(([name, share]) => ({ name, share, salt: saltOf(name) }))
  return { holdout, variants: named } satisfies Experiment
}

/**
 * The side of the call's card in a campaign, drawn once in a call. Undefined where the campaign has no experiment, and
 * without a card: who is not known cannot stay on one side.
 */
export function sideOf(campaign: Experimental, facts: Pick<CallFacts, 'brand' | 'drawnAs' | 'sides' | 'work'>) {
  const { id, experiment } = campaign
  const { brand, drawnAs, sides, work } = facts
  if (!experiment || drawnAs === undefined) return undefined
  const known = sides?.get(id)
  if (known !== undefined) return known
  work.spend(stepsPerDraw)
  const side = drawSide(experiment, [brand, id, drawnAs])
  sides?.set(id, side)
  return side
}

interface Experimental {
  readonly id: string
  readonly experiment?: Experiment
}

const stepsPerDraw = 40

/**
 * The side of a card, always the same for brand, campaign and card. One digest gives two draws: the first decides whether
 * the card is held out, the second which variant it gets, so that neither says anything about the other, nor about other
 * campaigns, nor about the fact `random`.
 */
export function drawSide({ holdout, variants }: Experiment, of: readonly [BrandId, string, string]): ExperimentSide {
  const digest = createHash('sha256')
    .update(JSON.stringify(['experiment', ...of]))
    .digest()
  // Whoever is held out of 10 % is among those who are held out of 20 %.
  if (digest.readUIntBE(0, 6) % 100 < holdout) return heldOutSide
  return pickVariant(variants, digest.readUInt32BE(8)) ?? treatedSide
}

/**
 * Each variant makes an offer for the card, the higher the larger its share; the highest gets it. A share that changes
 * changes only its own offers, so a card moves only to a variant that grew in comparison with its own.
 */
function pickVariant(variants: readonly Variant[], draw: number): string | undefined {
  let best: string | undefined
  let highest = Number.NEGATIVE_INFINITY
  for (const { name, share, salt } of variants) {
    const offer = share === 0 ? Number.NEGATIVE_INFINITY : -share / Math.log((mix(draw ^ salt) + 0.5) / 2 ** 32)
    if (offer <= highest) continue
    highest = offer
    best = name
  }
  return best
}

const saltOf = (name: string) => createHash('sha256').update(name).digest().readUInt32BE(0)

/** Spreads the bits of a number over all 32 (the finalizer of MurmurHash3). */
function mix(number: number): number {
  let bits = number
  bits = Math.imul(bits ^ (bits >>> 16), 0x85ebca6b)
  bits = Math.imul(bits ^ (bits >>> 13), 0xc2b2ae35)
  return (bits ^ (bits >>> 16)) >>> 0
}
