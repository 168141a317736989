import { decimalText } from '../../../ground/kernel/decimal.ts'
import { defined } from '../../../ground/kernel/defined.ts'
import { levelNameTo } from '../../brand/shapes/tier-shape.ts'
import { type Listener, listenerIn, type SpokenText } from '../../brand/texts/spoken-text.ts'
import type { CallFacts } from '../../campaign/call-facts.ts'
import { shownIn } from '../../campaign/facts/shown-tier.ts'
import { homeZone } from '../../campaign/home-zone.ts'
import { decimalOfMicro } from '../../campaign/tier/measure.ts'
import { levelAt } from '../../campaign/tier/tier-state.ts'
import type { Card } from '../../card/card.ts'
import { discountOf } from '../../checkout/basket.ts'
import { type Lookup, renderText } from '../../message/render.ts'
import { isForReader, type SpokenTemplate, templateFor, textsIn } from '../../message/spoken-template.ts'
import { type MessageExtras, variablesOf } from '../../message/variables.ts'
import type { Fired } from '../fired-effect.ts'
import type { Run } from '../run.ts'
import { toAccountFacts } from '../run-state.ts'

/** Renders a text of a result that programs read, of the card of the call or of the given referrer's. */
export function renderIn(run: Run, fired: Fired, text: string, referrer?: Card): string {
  wantCustomer(run, { body: text }, { referrer, isForPrograms: true })
  return renderText(text, variablesIn(run, fired, { referrer }), 'text')
}

/** Renders a short text of a result for the customer. */
export function sayIn(run: Run, fired: Fired, text: SpokenText): string {
  wantCustomer(run, { body: text }, {})
  const listener = listenerAt(run)
  const { body, locale } = templateFor({ body: text }, listener)
  return renderText(body, variablesIn(run, fired, { listener, locale }), 'text')
}

/** Whoever reads a message; undefined if the brand has no languages. */
export function listenerAt({ state, context }: Run, referrer?: Card): Listener | undefined {
  const { customer } = (referrer ? context.past(referrer.id).account : state.facts.account) ?? {}
  return listenerIn(context.brand, customer?.language)
}

interface TextReader {
  readonly referrer?: Card | undefined
  readonly isForPrograms?: boolean
}

/**
 * Asks for the customer or the level if a text needs one that has not been read yet. The run then starts again. Where a
 * brand speaks several languages, the customer says which of them.
 */
export function wantCustomer(
  { state, wants, context }: Run,
  template: SpokenTemplate,
  { referrer, isForPrograms = false }: TextReader,
): void {
  const texts = textsIn(template)
  const names = (family: string) => texts.some((text) => text.includes(family))
  const isByLanguage = !isForPrograms && context.brand.document.brand.languages !== undefined && isForReader(template)
  const { card, account, program, tierPast } = state.facts
  const isLevelMissing = !referrer && card && program?.tiers && !tierPast
  if (isLevelMissing && names('tier.')) wants.facts.push({ kind: 'tier', program: program.id })
  if (!isByLanguage && !names('customer.')) return
  if (!referrer && card && !account) wants.facts.push({ kind: 'account' })
  if (referrer && !context.past(referrer.id).account) wants.referrer = true
}

interface ReaderOfVariables {
  readonly referrer?: Card | undefined
  readonly listener?: Listener | undefined
  readonly locale?: string | undefined
}

/** The current variables of messages. A message tells what its own rule did last. */
export function variablesIn(run: Run, fired: Fired, { referrer, listener, locale }: ReaderOfVariables): Lookup {
  const { brand, call } = run.context
  const manner = { listener, locale }
  if (referrer) return variablesOf(factsOfReferrer(run, referrer), { brand, ...fired.toReferrer, ...manner }).lookup
  const { basket } = run.result
  return variablesOf(run.state.facts, {
    brand,
    locationName: brand.locations.get(call.locationId)?.name,
    checkoutDiscount: basket && discountOf(basket),
    mutation: fired.mutation,
    discount: fired.discount,
    coupon: fired.coupon,
    tier: levelOf(run, listener),
    ...manner,
  }).lookup
}

/**
 * What a referrer is told: their own name, card and balances. What the buyer bought, where, and what it cost is nobody
 * else's business, so those variables have no value.
 */
function factsOfReferrer({ state, context }: Run, card: Card): CallFacts {
  const { facts } = state
  const account = context.past(card.id).account
  return {
    ...facts,
    home: context.clock.in(homeZone(context.brand, card)),
    card,
    program: facts.referrerProgram,
    account: account && toAccountFacts(account),
    checkout: undefined,
  }
}

/** The variables that tell of the buyer's purchase. */
export const ofPurchase: ReadonlySet<string> = new Set([
  'checkout.total',
  'checkout.netTotal',
  'checkout.discount',
  'discount.amount',
  'location.name',
])

function levelOf({ state: { facts } }: Run, listener: Listener | undefined): MessageExtras['tier'] {
  const { program, tierPast } = facts
  if (!program?.tiers || !tierPast) return undefined
  const { rank, missing } = shownIn(facts, program.tiers, tierPast)
  const level = levelAt(program.tiers, rank)
  const name = level && levelNameTo(listener, level)
  return defined({ name, missing: missing === undefined ? undefined : decimalText(decimalOfMicro(missing)) })
}
