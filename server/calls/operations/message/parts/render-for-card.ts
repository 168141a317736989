import type { Brand } from '../../../../domain/brand/brand.ts'
import { listenerIn } from '../../../../domain/brand/texts/spoken-text.ts'
import { programOf } from '../../../../domain/brand/value-types.ts'
import type { CallFacts } from '../../../../domain/campaign/call-facts.ts'
import { LocalClock } from '../../../../domain/campaign/clock.ts'
import { FiredRules } from '../../../../domain/campaign/fired-rules.ts'
import { homeZone } from '../../../../domain/campaign/home-zone.ts'
import { type RenderedMessage, renderMessage } from '../../../../domain/message/render.ts'
import { type SpokenTemplate, templateFor } from '../../../../domain/message/spoken-template.ts'
import { variablesOf } from '../../../../domain/message/variables.ts'
import type { Sql } from '../../../../ground/database/connection.ts'
import { defined } from '../../../../ground/kernel/defined.ts'
import { unmetered } from '../../../../ground/kernel/work-meter.ts'
import { listAccounts } from '../../../../storage/store/batch/account.sql.ts'
import type { CardView } from '../../../../storage/store/queries/card-view.sql.ts'

interface Rendering {
  readonly brand: Brand
  readonly locationId: string
  readonly keyValues: CallFacts['keyValues']
  /** Instead of the customer's. */
  readonly language?: string | undefined
}

/** A template for the customer of a card, outside of any call. */
export async function renderForCard(
  db: Sql,
  spoken: SpokenTemplate,
  view: CardView,
  { brand, locationId, keyValues, language }: Rendering,
): Promise<RenderedMessage> {
  const account = await accountOf(view, brand, db)
  const facts = { ...factsOf(view, brand), account, keyValues }
  const locationName = brand.locations.get(locationId)?.name
  const listener = listenerIn(brand, language ?? account.customer.language)
  const template = templateFor(spoken, listener)
  const extras = { brand, locationName, listener, locale: template.locale }
  return renderMessage(template, variablesOf(facts, extras).lookup)
}

async function accountOf({ card }: CardView, brand: Brand, db: Sql) {
  const [account] = await listAccounts(db, brand.id, [card.id])
  const { customer = {}, demographics = {}, optIns = [], hasChildren = false, enrolledAt } = account ?? {}
  return { isEnrolled: enrolledAt !== undefined, hasChildren, customer, demographics, optIns }
}

/** The facts of a call in which nothing has happened: the card alone. */
function factsOf({ card, now }: CardView, brand: Brand): CallFacts {
  const program = programOf(brand, card)
  const clock = new LocalClock(now, brand.timeZone)
  return defined({
    brand: brand.id,
    work: unmetered(),
    clock,
    home: clock.in(homeZone(brand, card)),
    callType: 'REPORTING',
    trigger: 'custom',
    card,
    program,
    target: 'root',
    isChild: false,
    past: new Map(),
    fired: new FiredRules(),
    events: [],
    payments: [],
    coupons: [],
    keyValues: [],
    choices: [],
  })
}
