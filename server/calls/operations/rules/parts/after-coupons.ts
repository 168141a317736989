import type { DecisionContext } from '../../../../domain/decision/decision.ts'
import type { Needs } from '../../../../domain/decision/need.ts'

type Context = DecisionContext<unknown>

const countOf = (sets: readonly string[], setId: string) => sets.filter((one) => one === setId).length

/** A second run of the same call draws after the coupons that the first one has drawn; `drawn` is the set of each. */
export function afterCoupons(context: Context, drawn: readonly string[]): Context {
  if (drawn.length === 0) return context
  const freeCoupons: Context['freeCoupons'] = (setId, count) => {
    const before = countOf(drawn, setId)
    return context.freeCoupons(setId, before + count)?.slice(before)
  }
  return { ...context, freeCoupons }
}

/** What the second run asks for, with what the first one has drawn. */
export function withCoupons({ needs }: Needs, drawn: readonly string[]): Needs {
  return {
    kind: 'needs',
    needs: needs.map((need) =>
      need.kind === 'freeCoupons' ? { ...need, count: need.count + countOf(drawn, need.setId) } : need,
    ),
  }
}
