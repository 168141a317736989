import { CardBook } from '../../../domain/card/book.ts'
import type { Card } from '../../../domain/card/card.ts'
import type { Decision, DecisionContext } from '../../../domain/decision/decision.ts'
import { isUndecided } from '../../../domain/decision/need.ts'
import { id, type Values } from '../../../ground/contract/field.ts'
import { refuse, refuseField } from '../../../ground/kernel/errors.ts'
import { command } from '../operation.ts'
import { runRequestRules } from '../rules/parts/request-rules.ts'
import { ruleParts } from '../rules/parts/rule-outcome.ts'
import { withCard } from '../with-card.ts'

const request = {
  cardNumber: id('The root card.').required(6),
  childCardNumber: id('The number of the child card, unique within the root card, without commas.')
    .between(3, 25)
    .required(),
}

type Context = DecisionContext<Values<typeof request>>

export const allocateChildCard = command({
  name: 'allocateChildCard',
  summary: 'Allocate a child card, which belongs to its root card and has its own balances and checkouts.',
  callType: 'ALLOCATE',
  requestModel: 'AllocateChildCardRequest',
  responseModel: 'AllocateChildCardResponse',
  request,
  response: {},
  check: ({ childCardNumber }) =>
    childCardNumber.includes(',') ? refuseField(100, 'childCardNumber', 'must not contain a comma') : undefined,
  touches: ({ cardNumber, childCardNumber }) => ({
    cards: [cardNumber],
    children: [{ root: cardNumber, child: childCardNumber }],
  }),
  decide: (context) => withCard(context, (root) => decideChild(root, context)),
})

/** It has the root's program and pin; the allocation belongs to the root's history. */
function decideChild(root: Card, context: Context): Decision<Record<string, never>> {
  const { request, now } = context
  const { childCardNumber: number } = request
  if (context.child({ root: root.number, child: number })) return refuse(130)
  const newId = context.newCardId()
  if (newId === undefined) return { kind: 'needs', needs: [{ kind: 'newCardId' }] }
  const child: Card = {
    id: newId,
    number,
    root: { id: root.id, number: root.number },
    setId: root.setId,
    status: 'Activated',
    activatedAt: now,
    owningLocation: context.call.locationId,
    seq: 0,
    lotCount: 0,
    pinFailures: 0,
    balances: [],
    lots: [],
    portions: [],
    isNew: true,
  }
  const books = { root: new CardBook(root, now), child: new CardBook(child, now) }
  const rules = runRequestRules(context, { callType: 'ALLOCATE', ...books })
  if (rules && isUndecided(rules)) return rules
  const parts = ruleParts(rules)
  return {
    kind: 'outcome',
    response: {},
    ...parts.outcome,
    subject: books.root.card,
    child: books.child.card,
    cards: [books.root.card, books.child.card],
    postings: [...books.root.postings, ...books.child.postings],
    coupons: parts.coupons,
    detail: parts.detail,
  }
}
