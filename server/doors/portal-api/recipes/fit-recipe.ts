import type { Document } from 'yaml'
import type { FileData } from '../../../domain/brand/edits.ts'
import { listIn, numberIn, type Raw, rawIn } from '../../../domain/brand/facts/draft.ts'
import type { Assumption } from './assumption.ts'
import { type Earning, earningsOf, expiryOf, isSpending } from './brand-habits.ts'
import type { RecipeId } from './recipe-ids.ts'
import { replaceNames } from './replace-names.ts'

/** What a recipe gives for spending: a rule for everybody, and one that is meant on top of it. */
interface EarnPlan {
  readonly base: string
  readonly extra?: {
    readonly rule: string
    /** How many times the usual points it is about in all. */
    readonly times: number
    readonly name: string
    readonly when?: readonly Raw[]
  }
}

const earnPlans: Readonly<Partial<Record<RecipeId, EarnPlan>>> = {
  'point-per-dollar': { base: 'per-dollar' },
  'points-to-money': { base: 'per-dollar' },
  'gold-tuesdays': {
    base: 'per-dollar',
    extra: { rule: 'gold-tuesday', times: 2, name: 'Double points on Tuesdays' },
  },
  'weekend-points': {
    base: 'weekday',
    extra: {
      rule: 'weekend',
      times: 3,
      name: 'Triple points on the weekend',
      when: [{ fact: 'request.dayOfWeek', op: 'in', value: ['sat', 'sun'] }],
    },
  },
}

/**
 * Makes a recipe one for this brand: it gives what the brand's members know, adds to what they get already instead of giving
 * it twice, and expires as everything else does. Returns what it takes for granted, for whoever begins with it.
 */
export function fitRecipe(document: Document, id: RecipeId, file: FileData): readonly Assumption[] {
  const replaced = replaceNames(document, file)
  const earned = fitEarning(document, earnPlans[id], file)
  return [...replaced, ...earned, ...fitExpiry(document, file)]
}

type Path = readonly (string | number)[]

interface PlacedIssue {
  readonly path: Path
  readonly rule: Path
  readonly ruleId: string
  readonly issue: Raw
}

function issuesIn(document: Document): readonly PlacedIssue[] {
  return listIn(rawIn(document.toJSON()).campaigns).flatMap((campaign, at) =>
    listIn(rawIn(campaign).rules).flatMap((rule, index) =>
      listIn(rawIn(rule).then).flatMap((result, place) => {
        const { issue } = rawIn(result)
        const own = ['campaigns', at, 'rules', index]
        const path = [...own, 'then', place, 'issue']
        return issue === undefined ? [] : [{ path, rule: own, ruleId: String(rawIn(rule).id), issue: rawIn(issue) }]
      }),
    ),
  )
}

function fitEarning(document: Document, plan: EarnPlan | undefined, file: FileData): readonly Assumption[] {
  if (!plan) return []
  const base = issuesIn(document).find(
    ({ ruleId, issue }) => ruleId === plan.base && isSpending(rawIn(issue.amount).of),
  )
  if (!base) return []
  const live = earningsOf(file, base.issue)
  const main = live.find((one) => one.isForAll)
  const others = live.filter((one) => !one.isForAll).map(placeOf)
  const also: readonly Assumption[] = others.length === 0 ? [] : [{ kind: 'alsoEarns', rules: others }]
  if (!main) return also
  const isExtended = plan.extra ? makeExtra(document, plan.extra, main) : countRules(document, base.rule) > 1
  if (!isExtended) return [{ kind: 'earnsTwice', rule: placeOf(main) }, ...also]
  document.deleteIn(base.rule)
  return [{ kind: 'earnsAlready', rule: placeOf(main), times: plan.extra?.times ?? 1 }, ...also]
}

/** The rule on top gives what is missing to so many times as much. */
function makeExtra(document: Document, extra: NonNullable<EarnPlan['extra']>, main: Earning): boolean {
  const more = moreOf(main, extra.times)
  const placed = issuesIn(document).find(({ ruleId }) => ruleId === extra.rule)
  if (!placed || more === undefined) return false
  document.setIn([...placed.path, 'amount'], document.createNode(more))
  document.setIn([...placed.rule, 'name'], extra.name)
  document.setIn([...placed.rule.slice(0, 2), 'name'], extra.name)
  document.deleteIn([...placed.rule, 'exclusive'])
  if (extra.when) document.setIn([...placed.rule, 'when'], document.createNode(extra.when))
  return true
}

const countRules = (document: Document, rule: Path) => {
  const [, at] = rule
  return listIn(rawIn(listIn(rawIn(document.toJSON()).campaigns)[Number(at)]).rules).length
}

/** What has to be added to the usual, so that it is so many times as much in all. */
function moreOf({ amount }: Earning, times: number): Raw | undefined {
  const give = numberIn(amount.give)
  return give === undefined ? undefined : { ...amount, give: give * (times - 1) }
}

const placeOf = ({ campaign, rule }: Earning) => ({ campaign, rule })

/** What is given without an end ends like everything else of its kind. */
function fitExpiry(document: Document, file: FileData): readonly Assumption[] {
  const told = new Map<string, Assumption>()
  for (const { path, issue } of issuesIn(document)) {
    if (issue.expiresAfter !== undefined || issue.expiresAt !== undefined) continue
    const expiry = expiryOf(file, issue)
    if (!expiry) continue
    for (const [key, value] of Object.entries(expiry)) document.setIn([...path, key], document.createNode(value))
    told.set(JSON.stringify(expiry), { kind: 'expires', issue: { ...issue, amount: 1, ...expiry } })
  }
  return [...told.values()]
}
