import type { Account } from '../../../../domain/account/account.ts'
import type {
  FactNeed,
  HistorySums,
  PastAnswer,
  ReferralNeed,
  ReferralPast,
} from '../../../../domain/campaign/needs.ts'
import { needKey } from '../../../../domain/campaign/needs.ts'
import { barOf, type ReferralBar } from '../../../../domain/campaign/referral.ts'
import type { Card } from '../../../../domain/card/card.ts'
import { isUndecided, type Need, type Needs } from '../../../../domain/decision/need.ts'
import { defined } from '../../../../ground/kernel/defined.ts'
import { isRefusal, type Refusal, refuse, refuseField } from '../../../../ground/kernel/errors.ts'
import { referralKey } from '../../../../ground/kernel/referral-code.ts'
import type { CheckoutContext } from './contract.ts'

/** Whoever brought the customer of a sale, or why nobody is thanked for it. */
export interface Referral {
  readonly referrer?: Card
  readonly bar?: { readonly by: ReferralBar; readonly referrer: Card }
}

/** Where a brand has no section `referrals`, whichever card is named brought the customer. */
export function findReferral(
  root: Card | undefined,
  device: string | undefined,
  context: CheckoutContext,
): Referral | Refusal | Needs {
  const referrer = findReferrer(context)
  if (!referrer) return {}
  if (isUndecided(referrer)) return referrer
  const bar = findBar(root, referrer, device, context)
  if (typeof bar === 'object') return bar
  return bar === undefined ? { referrer } : { bar: { by: bar, referrer } }
}

/** The card that a sale names, by its number or by a code of it. */
function findReferrer(context: CheckoutContext): Card | Refusal | Needs | undefined {
  const { referringCardNumber, referralCode } = context.request
  const named = referringCardNumber === undefined ? undefined : findNamed(referringCardNumber, context)
  if (referralCode === undefined || (named && isRefusal(named))) return named
  const coded = findCoded(referralCode, context)
  if (named && !isUndecided(coded) && coded.id !== named.id)
    return refuseField(100, 'referralCode', 'is of another card than referringCardNumber')
  return coded
}

function findNamed(number: string, { request, card }: CheckoutContext): Card | Refusal {
  if (number === request.cardNumber) return refuseField(100, 'referringCardNumber', 'is the card itself')
  return inUse(card(number))
}

/** A code that was revoked is unknown: whoever tries some learns nothing of it. */
function findCoded(text: string, { brand, past, cardById }: CheckoutContext): Card | Refusal | Needs {
  if (!brand.document.referrals) return refuseField(100, 'referralCode', 'this brand has no referral codes')
  const need: FactNeed = { kind: 'referralCode', code: referralKey(text) }
  const answer = past(undefined).answers.get(needKey(need))
  if (answer === undefined) return needing({ kind: 'facts', facts: [need] })
  const id = Number(answer)
  const found = id === 0 ? undefined : cardById(id)
  if (id !== 0 && !found) return needing({ kind: 'more', touches: { cardIds: [id] } })
  return inUse(found)
}

function inUse(card: Card | undefined): Card | Refusal {
  const exists = card && card.status !== 'Inventory' && card.status !== 'Distributed'
  return exists ? card : refuse(2, 'Could not find the referring card.')
}

function findBar(
  root: Card | undefined,
  referrer: Card,
  device: string | undefined,
  { brand, past, clock }: CheckoutContext,
): ReferralBar | Needs | undefined {
  const { referrals } = brand.document
  if (!referrals) return undefined
  if (root?.id === referrer.id) return 'card'
  if (!root) return 'noCard'
  const { perMonth: most } = referrals
  const month = most === undefined ? undefined : { since: clock.startOf('month'), most }
  const referral: ReferralNeed = defined({ kind: 'referral', referrer: referrer.id, month, device })
  const [own, other] = [past(root.id), past(referrer.id)]
  const [known, sales] = [referral, history].map((need) => own.answers.get(needKey(need)))
  if (!own.account || !other.account || known === undefined || sales === undefined)
    return needing(
      { kind: 'facts', card: root.id, facts: [account, history, referral] },
      { kind: 'facts', card: referrer.id, facts: [account] },
    )
  return barOf(referrals, {
    buyer: own.account satisfies Account,
    referrer: other.account,
    past: known as PastAnswer & ReferralPast,
    checkouts: (sales as PastAnswer & HistorySums).checkouts,
  })
}

const account: FactNeed = { kind: 'account' }
const history: FactNeed = { kind: 'history' }

const needing = (...needs: readonly Need[]): Needs => ({ kind: 'needs', needs })
