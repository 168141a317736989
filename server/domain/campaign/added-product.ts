import { defined } from '../../ground/kernel/defined.ts'
import type { Decimal } from '../../ground/kernel/money.ts'
import { type AddProduct, addableOf } from '../brand/rules/add-product.ts'
import type { ResultInFile } from '../brand/rules/results.ts'
import type { CallFacts } from './call-facts.ts'
import type { AddProductEffect, NoEffect } from './effects.ts'
import { exact } from './fraction.ts'
import { countChosen, isChosen, type OptionalRule, type OptionGroups, type Unchosen } from './options.ts'

/** A product that a rule adds, or several of which one is chosen. */
export interface ProductPlan {
  readonly skus: readonly string[]
  readonly units: Decimal
  readonly unitPrice: Decimal
  readonly regularPrice?: Decimal
  /** What can be chosen, in the order of `skus`; absent if nothing has to be. */
  readonly choices?: readonly ProductChoice[]
}

interface ProductChoice extends OptionalRule {
  readonly option: NonNullable<OptionalRule['option']>
}

/** What a result of a rule must know of the rule, to tell what was chosen. */
export interface Choosing {
  readonly uuid: string
  /** campaignId/ruleId */
  readonly id: string
  readonly optionGroups: OptionGroups
}

export function planProduct(given: AddProduct, { uuid, id }: Pick<Choosing, 'uuid' | 'id'>): ProductPlan {
  const skus = addableOf(given)
  const { units, unitPrice, regularPrice, choose } = given
  return defined({
    skus,
    units: exact(units),
    unitPrice: exact(unitPrice),
    regularPrice: regularPrice === undefined ? undefined : exact(regularPrice),
    choices: choose && skus.map((sku) => toChoice(sku, choose.group ?? id, uuid)),
  })
}

/** A product to choose is an option like any other: one of its group. */
const toChoice = (sku: string, group: string, uuid: string): ProductChoice => ({
  uuid,
  option: { id: sku, group, maxSelected: 1, display: sku },
})

/** What the results of a rule let one choose, for counting what was chosen of each group. */
export function choicesIn(results: readonly ResultInFile[], rule: Pick<Choosing, 'uuid' | 'id'>): ProductChoice[] {
  return results.flatMap((result) => {
    if (!('addProduct' in result) || !result.addProduct.choose) return []
    const { group = rule.id } = result.addProduct.choose
    return addableOf(result.addProduct).map((sku) => toChoice(sku, group, rule.uuid))
  })
}

/** Which product is added; nothing where none was chosen, or several of a group. */
export function productEffect(
  plan: ProductPlan,
  { choices }: CallFacts,
  groups: OptionGroups,
): AddProductEffect | NoEffect {
  const found = plan.choices ? chosenOf(plan.choices, choices, groups) : { sku: plan.skus[0] ?? '' }
  if ('kind' in found)
    return { kind: 'nothing', of: 'addProduct', reason: found.kind === 'notChosen' ? 'notChosen' : 'tooManyChosen' }
  const { units, unitPrice, regularPrice } = plan
  return defined({ kind: 'addProduct', ...found, units, unitPrice, regularPrice })
}

type Chosen = Pick<AddProductEffect, 'sku' | 'choice'>

function chosenOf(
  all: readonly ProductChoice[],
  choices: CallFacts['choices'],
  groups: OptionGroups,
): Chosen | Unchosen {
  const [first, second] = all.filter((one) => isChosen(one, choices))
  const group = all[0]?.option.group ?? ''
  if (!first) return { kind: 'notChosen', option: group }
  const chosen = countChosen(first, groups, choices)
  const { id, maxSelected } = first.option
  if (second || chosen > maxSelected) return { kind: 'tooManyChosen', option: group, chosen, maxSelected }
  return { sku: id, choice: id }
}

interface ChoosingRule {
  readonly results: readonly { readonly product?: ProductPlan }[]
  readonly optionGroups: OptionGroups
}

/** Why a rule that lets one choose does not fire: it waits until one of its products is chosen. */
export function findUnchosen({ results, optionGroups }: ChoosingRule, { choices }: CallFacts): Unchosen | undefined {
  let missing: Unchosen | undefined
  for (const { product } of results) {
    if (!product?.choices) continue
    const found = chosenOf(product.choices, choices, optionGroups)
    if (!('kind' in found)) return undefined
    if (!missing || found.kind === 'tooManyChosen') missing = found
  }
  return missing
}
