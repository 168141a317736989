import type { Brand } from '../../../brand/brand.ts'
import { valueTypeName } from '../../../brand/shapes/program-shape.ts'
import { traceLeft } from '../../../campaign/trace.ts'
import type { KeptPlan } from '../../../checkout/record.ts'
import type { LeftMutation } from '../../../firing/execute-mutations.ts'
import { formatMinor } from '../../../kernel/money.ts'

/** The plan of a setup as it was carried out: what a referrer could not be given is neither told nor traced as given. */
export function carriedPlan(plan: KeptPlan, left: readonly LeftMutation[], brand: Brand): KeptPlan {
  if (left.length === 0) return plan
  return {
    ...plan,
    messages: plan.messages.filter((message) => !message.tellsOfReferrer),
    replies: plan.replies.filter((reply) => !reply.tellsOfReferrer),
    trace: left.reduce((trace, { mutation, reason }) => {
      const valueType = brand.valueTypes.get(mutation.valueType)
      if (!valueType || !mutation.origin) return trace
      const amount = formatMinor(mutation.amount, valueType.scale)
      return traceLeft(trace, mutation.origin.rule, { amount, of: valueTypeName(valueType), reason })
    }, plan.trace),
  }
}
