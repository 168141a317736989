import { parseDecimal } from '../../ground/kernel/money.ts'
import type { BrandFile } from './document.ts'
import { type FileFault, faultOf } from './faults/fault.ts'
import { type AmountInFile, isReckoned } from './rules/amounts.ts'
import type { ResultInFile } from './rules/results.ts'
import type { Rule } from './shapes/campaign-shape.ts'
import { type ValueTypeEntry, valueTypeName } from './shapes/program-shape.ts'

/** What these checks look at: of a file, or of some campaigns of it. */
export interface RulesInFile extends Pick<BrandFile, 'campaigns'> {
  readonly programs: readonly { readonly valueTypes: readonly ValueTypeEntry[] }[]
}

/** A result that moves a balance, and where it stands. */
interface BalanceResult {
  readonly path: string
  readonly name: string
  readonly kind: 'issue' | 'redeem'
  readonly amount: AmountInFile
}

/** A fixed amount that no card could ever be given exactly: it would be cut each time. */
export function findUnevenAmounts(file: RulesInFile): FileFault[] {
  const scales = scalesOf(file, Math.max)
  const fixed = rulesOf(file)
    .flat()
    .map(({ path, name, kind, amount }) => ({ path: `${path}.${kind}.amount`, name, amount }))
  return [...fixed.flatMap((one) => unevenIn(one, scales)), ...findUnevenSteps(file)]
}

/** A step of a conversion is exact on every card, or there is no such step. */
function findUnevenSteps(file: RulesInFile): FileFault[] {
  const scales = scalesOf(file, Math.min)
  const steps = resultsOf(file).flatMap(({ result, path }) => {
    if (!('convert' in result)) return []
    const { from, to } = result.convert
    return [
      { path: `${path}.convert.to.per`, name: valueTypeName(from), amount: to.per },
      { path: `${path}.convert.to.give`, name: valueTypeName(to), amount: to.give },
    ]
  })
  return steps.flatMap((one) => unevenIn(one, scales))
}

interface NamedAmount {
  readonly path: string
  readonly name: string
  readonly amount: AmountInFile | 'all'
}

function unevenIn({ path, name, amount }: NamedAmount, scales: ReadonlyMap<string, number>): FileFault[] {
  const scale = scales.get(name)
  const decimals = typeof amount === 'number' ? parseDecimal(String(amount))?.scale : undefined
  if (scale === undefined || decimals === undefined || decimals <= scale) return []
  return [{ path, ...faultOf('tooManyDecimals', { decimals, name, scale, isCut: true }) }]
}

/** A rule that redeems of a balance and then issues by what that balance is: by then it is gone. */
export function findBurntBalances(file: Pick<BrandFile, 'campaigns'>): FileFault[] {
  return rulesOf(file).flatMap((results) =>
    results.flatMap((one, index) => {
      const counted = one.kind === 'issue' ? balanceOf(one.amount) : undefined
      const earlier = results
        .slice(0, index)
        .find(({ kind, name, amount }) => kind === 'redeem' && name === counted && balanceOf(amount) === counted)
      if (!earlier || counted === undefined) return []
      const fault = faultOf('burntBalance', { name: counted, step: lastStep(earlier.path) })
      return [{ path: `${one.path}.issue.amount`, ...fault }]
    }),
  )
}

/** The value type whose balance an amount counts. */
function balanceOf(amount: AmountInFile): string | undefined {
  if (typeof amount === 'number' || isReckoned(amount) || amount.of !== 'balance' || !amount.balanceType)
    return undefined
  const { balanceType, balanceCode } = amount
  return valueTypeName({ balanceType, balanceCode })
}

const lastStep = (path: string) => path.slice(path.lastIndexOf('.') + 1)

/** The decimals of each value type. Programs may differ in them: `pick` says whose count. */
export function scalesOf(
  { programs }: Pick<RulesInFile, 'programs'>,
  pick: (...scales: number[]) => number,
): Map<string, number> {
  const scales = new Map<string, number>()
  for (const { balanceType, balanceCode, scale } of programs.flatMap(({ valueTypes }) => valueTypes)) {
    const name = valueTypeName({ balanceType, balanceCode })
    scales.set(name, pick(scale, scales.get(name) ?? scale))
  }
  return scales
}

interface PlacedResult {
  readonly result: ResultInFile
  readonly path: string
}

function resultsOf({ campaigns }: Pick<BrandFile, 'campaigns'>): PlacedResult[] {
  return campaigns.flatMap((campaign) => campaign.rules.flatMap((rule) => resultsIn(campaign, rule)))
}

function resultsIn(campaign: { readonly id: string }, rule: Rule): PlacedResult[] {
  return rule.then.map((result, index) => ({
    result,
    path: `campaigns[${campaign.id}].rules[${rule.id}].then[${index}]`,
  }))
}

/** The results of each rule that move balances. */
function rulesOf({ campaigns }: Pick<BrandFile, 'campaigns'>): BalanceResult[][] {
  return campaigns.flatMap((campaign) =>
    campaign.rules.map((rule) =>
      resultsIn(campaign, rule).flatMap(({ result, path }) => toBalanceResult(result, path)),
    ),
  )
}

function toBalanceResult(result: ResultInFile, path: string): BalanceResult[] {
  const of = (
    kind: BalanceResult['kind'],
    fields: { balanceType: string; balanceCode?: string; amount: AmountInFile },
  ) => [{ path, kind, name: valueTypeName(fields), amount: fields.amount }]
  if ('issue' in result) return of('issue', result.issue)
  return 'redeem' in result ? of('redeem', result.redeem) : []
}
