import type { Account } from '../../../../domain/account/account.ts'
import { programOf } from '../../../../domain/brand/value-types.ts'
import { CardBook } from '../../../../domain/card/book.ts'
import { type Card, drawnAs, lockOf } from '../../../../domain/card/card.ts'
import { isUsable, refuseLocked } from '../../../../domain/card/guard.ts'
import { moveLots } from '../../../../domain/card/transfer.ts'
import { reissue } from '../../../../domain/coupon/transitions.ts'
import { isUndecided, type Needs } from '../../../../domain/decision/need.ts'
import { isRefusal, type Refusal, refuse } from '../../../../ground/kernel/errors.ts'
import { mutationsOf, transferAnswer } from './answer.ts'
import type { TransferContext, TransferHolder, Transferred } from './contract.ts'
import { landingOn } from './landing.ts'
import { mergeAccounts, mergeModeOf } from './merge-accounts.ts'
import { withRules } from './with-rules.ts'

/** Moves what a transferred-out card has to an active one, once: the old card says which call did it. */
export function transferIn(target: TransferHolder, context: TransferContext): Transferred {
  const { request, call, now } = context
  const old = findOld(context)
  if (isRefusal(old)) return old
  const to = new CardBook(target.child ?? target.root, now)
  const from = new CardBook(old.child ?? old.root, now)
  if (from.card.status !== 'Transfer' || from.card.transferredBy) return refuse(128)
  const children = old.child ? [] : bringChildren(old.root, target.root, context)
  if (isRefusal(children)) return children
  const account = accountOf(from.card, to.card, context)
  if (account && isUndecided(account)) return account
  const refusal = moveLots({ from, to, landingOf: landingOn(to.card, context) }, now)
  if (refusal) return refusal
  const former = from.card
  const coupons = request.transferCoupons ? context.couponsOf(former) : []
  from.update({ transferredBy: call.ref })
  to.update({
    ...owningLocation(former, to.card, context),
    ...customNumber(former, context),
    ...sidesOf(former, to.card),
  })
  const books = target.child ? { root: new CardBook(target.root, now), child: to } : { root: to }
  const finish = () => ({
    response: {
      ...transferAnswer(to.card, context),
      ...(request.returnBalanceMutations && { balanceMutations: mutationsOf(Object.values(books), context) }),
    },
    detail: { transfer: { action: 'in' as const, from: former.id } },
    cards: [from.card, ...children],
    postings: from.postings,
    coupons: coupons.map((coupon) => reissue(coupon, { from: former, to: to.card })),
    inheritance: { from: former.id, to: to.card.id },
  })
  return withRules(books, context, finish, account)
}

/** The card that was transferred out. A child of a card that was closed, or is in a checkout, stays where it is. */
function findOld({ request, card, child, now }: TransferContext): TransferHolder | Refusal {
  const { oldCardNumber = '', oldChildCardNumber } = request
  const root = card(oldCardNumber)
  if (!root) return refuse(2)
  if (oldChildCardNumber === undefined) return { root }
  if (root.status === 'Inventory' || root.status === 'Distributed') return refuse(110)
  if (!isUsable(root, now) && root.status !== 'Transfer') return refuse(112)
  const lock = lockOf(root, now)
  if (lock) return refuseLocked(lock, now)
  const found = child({ root: oldCardNumber, child: oldChildCardNumber })
  return found ? { root, child: found } : refuse(129)
}

/**
 * The children under their new root, but for those whose content was transferred before. A child keeps its balances, so
 * those of another program cannot come along.
 */
function bringChildren(old: Card, target: Card, { brand, childrenOf }: TransferContext): readonly Card[] | Refusal {
  const coming = childrenOf(old).filter(({ transferredBy }) => !transferredBy)
  const taken = new Set(childrenOf(target).map(({ number }) => number))
  if (coming.some(({ number }) => taken.has(number))) return refuse(130)
  const isSameProgram = programOf(brand, old)?.id === programOf(brand, target)?.id
  if (!isSameProgram && coming.some(({ balances }) => balances.length > 0)) return refuse(115)
  const root = { id: target.id, number: target.number }
  return coming.map((child) => ({ ...child, root, setId: target.setId }))
}

/** The account as it becomes; undefined when it stays as it is. */
function accountOf(from: Card, to: Card, { request, past, now }: TransferContext): Account | Needs | undefined {
  const mode = mergeModeOf(request)
  if (mode === 'skip') return undefined
  const missing = [from, to].filter(({ id }) => !past(id).account)
  const [old, own] = [past(from.id).account, past(to.id).account]
  if (old && own) return mergeAccounts({ old, own }, mode, now)
  const facts = [{ kind: 'account' }] as const
  return { kind: 'needs', needs: missing.map(({ id }) => ({ kind: 'facts', card: id, facts })) }
}

/** Where the card signed up: with min, where the one of the two did that was activated first. */
function owningLocation(from: Card, to: Card, { request }: TransferContext): Partial<Card> {
  const { owningLocationType: type } = request
  const isOlder = (from.activatedAt ?? Infinity) < (to.activatedAt ?? Infinity)
  const isTaken = type === 'source' || (type === 'min' && isOlder)
  return isTaken && from.owningLocation !== undefined ? { owningLocation: from.owningLocation } : {}
}

/**
 * A customer whose card is replaced stays on the same side of every experiment. Of two cards in use, the one that was
 * activated first decides. A child is on the side of its root.
 */
function sidesOf(from: Card, to: Card): Partial<Card> {
  const goesOn = !from.root && !to.root && (from.activatedAt ?? Infinity) < (to.activatedAt ?? Infinity)
  return goesOn ? { drawnAs: drawnAs(from) } : {}
}

function customNumber({ customNumber: number }: Card, { request }: TransferContext): Partial<Card> {
  return request.copyCustomCardNumber && number !== undefined ? { customNumber: number } : {}
}
