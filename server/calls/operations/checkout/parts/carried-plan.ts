import type { Brand } from '../../../../domain/brand/brand.ts'
import { valueTypeName } from '../../../../domain/brand/shapes/program-shape.ts'
import { type KeptWorth, lessOf } from '../../../../domain/campaign/budgets.ts'
import { namedBalance, traceLeft, traceObstacle } from '../../../../domain/campaign/trace.ts'
import type { KeptPlan } from '../../../../domain/checkout/record.ts'
import type { LeftMutation } from '../../../../domain/firing/execute-mutations.ts'
import type { CardId } from '../../../../ground/kernel/ids.ts'
import { formatMinor } from '../../../../ground/kernel/money.ts'

/** What a referrer could not be given of the plan of a setup. */
export interface LeftOut {
  readonly mutations: readonly LeftMutation[]
  readonly referrerId?: CardId
  /** Why the referrer gets nothing at all. */
  readonly obstacle?: 'locked' | 'lost'
}

/** The plan of a setup as it was carried out: what a referrer could not be given is neither told nor traced as given. */
export function carriedPlan(plan: KeptPlan, left: LeftOut, brand: Brand): KeptPlan {
  return withoutReferrer(withoutMutations(plan, left.mutations, brand), left)
}

function withoutMutations(plan: KeptPlan, left: readonly LeftMutation[], brand: Brand): KeptPlan {
  if (left.length === 0) return plan
  return {
    ...plan,
    ...untold(plan),
    ...(plan.charged && {
      charged: lessOf(
        plan.charged,
        left.flatMap(({ mutation }) => worthOfLeft(mutation, brand)),
      ),
    }),
    trace: left.reduce((trace, { mutation, reason }) => {
      const valueType = brand.valueTypes.get(mutation.valueType)
      if (!valueType || !mutation.origin) return trace
      const amount = formatMinor(mutation.amount, valueType.scale)
      return traceLeft(trace, mutation.origin.rule, {
        amount,
        ...namedBalance({ valueType, bucket: mutation.bucket }),
        reason,
      })
    }, plan.trace),
  }
}

function untold({ messages, replies }: KeptPlan): Pick<KeptPlan, 'messages' | 'replies'> {
  return {
    messages: messages.filter((message) => !message.tellsOfReferrer),
    replies: replies.filter((reply) => !reply.tellsOfReferrer),
  }
}

function withoutReferrer(plan: KeptPlan, { referrerId, obstacle }: LeftOut): KeptPlan {
  if (!obstacle) return plan
  const { messages, replies } = untold(plan)
  return {
    ...plan,
    messages: messages.filter(({ cardId }) => cardId !== referrerId),
    replies,
    events: plan.events.filter(({ cardId }) => cardId !== referrerId),
    trace: traceObstacle(plan.trace, obstacle),
  }
}

function worthOfLeft({ valueType: id, amount, origin }: LeftMutation['mutation'], brand: Brand): KeptWorth[] {
  const valueType = brand.valueTypes.get(id)
  if (!valueType || !origin) return []
  return [{ of: valueTypeName(valueType), amount, scale: valueType.scale, rule: origin.rule }]
}
