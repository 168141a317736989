import type { CheckoutContent, CheckoutRecord, KeptMutation } from '../checkout/record.ts'
import { canonicalJson } from '../kernel/canonical-json.ts'

/** Whether the replay came to what happened: prices, balances, coupons, codes and the rules that gave them. */
export function isSame(happened: CheckoutRecord, replayed: CheckoutRecord): boolean {
  if (happened.discount !== replayed.discount || happened.net !== replayed.net) return false
  return canonicalJson(essence(happened.content)) === canonicalJson(essence(replayed.content))
}

/** Everything but what a change of the file changes in any case, and what was asked for. */
function essence(content: CheckoutContent) {
  const { lines, mutations = [], coupons, codes, issuedCoupons, referrerCoupons } = content
  return {
    lines: lines.map(({ net, value }) => [net, value]),
    mutations: mutations.map(toEssence),
    coupons,
    codes,
    issuedCoupons,
    referrerCoupons,
  }
}

function toEssence(mutation: KeptMutation) {
  const { origin, ...rest } = mutation
  return { ...rest, rule: origin?.rule, trigger: origin?.trigger }
}
