import type { Brand } from '../../../domain/brand/brand.ts'
import { campaignsOf } from '../../../domain/campaign/campaigns-of.ts'
import { languageOf, rightsOf } from '../../../domain/decision/call.ts'
import { explainCall } from '../../../domain/explanation/explanation.ts'
import { levelWords } from '../../../domain/view/level-change.ts'
import { id, integer, json, list, model, object, text, type Values } from '../../../ground/contract/field.ts'
import { readNow } from '../../../ground/database/clock.sql.ts'
import { defined } from '../../../ground/kernel/defined.ts'
import { isRefusal, type Refusal, refuse, refuseField } from '../../../ground/kernel/errors.ts'
import type { Language } from '../../../ground/kernel/language.ts'
import { formatDateTime, type Instant, parseDateTime } from '../../../ground/kernel/time.ts'
import type { Faulty } from '../../../storage/brand-store/apply/plan-change.ts'
import { loadDraft, type TrialBrand } from '../../../storage/brand-store/draft.ts'
import { brandOfDraft, brandWithEntries } from '../../../storage/brand-store/drafts/draft-brand.ts'
import { noDraft } from '../../../storage/brand-store/drafts/save-draft.ts'
import { brandFile } from '../brand/parts/brand-file-model.ts'
import { refuseFaulty } from '../brand/parts/change-brand.ts'
import { checkout } from '../checkout/checkout.ts'
import { checkCheckout } from '../checkout/parts/check-form.ts'
import { type CheckoutRequest, checkoutRequest } from '../checkout/parts/contract.ts'
import { entriesMax, entryText } from '../draft/parts/draft-model.ts'
import { type Command, type QueryContext, query } from '../operation.ts'
import { explanationModel, showExplanation } from '../request/parts/explanation.ts'
import { describedNumber, type Simulated, type Simulation } from '../simulation.ts'
import { checkDescription, describeCard, describedCard } from './parts/described-card.ts'
import { receiptField, toReceipt } from './parts/simulated-receipt.ts'

/** What a checkout is about: everything but how it is carried out and what it answers. */
const {
  isSetup: _setup,
  lockSetupDuration: _lock,
  lockExcludedValueTypes: _excluded,
  relatedSetupTransactionId: _related,
  cancelSetup: _cancel,
  forcePinValidation: _force,
  pin: _pin,
  trigger: _trigger,
  returnBalanceMutations: _mutations,
  returnBalances: _balances,
  returnResponseObjects: _objects,
  barcode: _barcode,
  receiptInformation: _information,
  customRequestDate: _customDate,
  ...basket
} = checkoutRequest

const campaignList = model('CampaignList', 'A list of campaigns, as docs/brand-file.md describes them.', {})

const refusalModel = model('SimulatedRefusal', 'Why the checkout would be refused.', {
  errorCode: integer('The error code.').required(),
  errorMessage: text('The message.').required(),
  blockingCoupons: list('With error 27: the coupons.', text('A coupon.')),
})

/** Rules that somebody makes up find out about the person behind a card, and messages greet them. */
const ofPeople = {
  cardNumber: basket.cardNumber.personal(),
  childCardNumber: basket.childCardNumber.personal(),
  referringCardNumber: basket.referringCardNumber.personal(),
}

export const simulateRequest = {
  ...basket,
  ...ofPeople,
  card: object('A card that does not exist, instead of cardNumber.', describedCard),
  locationId: id('Where. Absent: the location of this call.'),
  terminalId: id('At which terminal. Absent: that of this call, if the location is too.'),
  employeeId: id('By which employee.'),
  date: id("When, yyyy-MM-dd HH:mm:ss in the brand's time zone. Absent: now."),
  version: integer('By this version of the brand file. Absent: by the one that is in force.').between(1, 2_147_483_647),
  draft: json('By this brand file, as JSON or as text.', brandFile).max(900_000),
  campaigns: json(
    'By the brand file that is in force with these campaigns, as JSON or as text. They replace those with the same ids; others are added.',
    campaignList,
  ).max(900_000),
  draftId: id('By the brand file that is in force with the entries of this draft.'),
  entries: list('By the brand file that is in force with these entries.', entryText).max(entriesMax),
}

export const simulateResponse = {
  date: text("When it would have happened, yyyy-MM-dd HH:mm:ss in the brand's time zone.").required(),
  receipt: receiptField,
  refusal: object('Why it would be refused.', refusalModel),
  explanation: object('Why each rule would fire or not.', explanationModel).required(),
}

export type SimulateResponse = Values<typeof simulateResponse>

type SimulateRequest = Values<typeof simulateRequest>

export const simulate = query({
  name: 'simulate',
  group: 'admin',
  summary: 'Return what a checkout would do, and why each rule would fire or not. Nothing is changed.',
  details:
    'The card, its past, coupons and limits are read as they are now. Nothing is written, counted, reserved or locked, and pins are not checked. A draft or version with faults is error 100 with all of them; a checkout that would be refused is returned as refusal.',
  callType: 'REPORTING',
  requestModel: 'SimulateRequest',
  responseModel: 'SimulateResponse',
  request: simulateRequest,
  response: simulateResponse,
  check: checkRequest,
  answer: async (context) => {
    const { request, call, simulate } = context
    const brand = await findBrand(context)
    if (brand && isRefusal(brand)) return brand
    const simulation = await toSimulation(context, brand)
    if (isRefusal(simulation)) return simulation
    const simulated = await simulate(simulation)
    if (!simulated) return refuse(109)
    const hasCard = request.cardNumber !== undefined || request.card !== undefined
    const { locationId } = simulation.origin.call
    const { unknownCoupons } = simulated.decided
    const response = toResponse(simulated, { requestRef: call.ref, locationId, hasCard, language: languageOf(call) })
    return defined({ kind: 'answer', response, unknownCoupons })
  },
})

function checkRequest(given: SimulateRequest): Refusal | undefined {
  const { cardNumber, card, version, draft, campaigns, draftId, entries } = given
  if (card && cardNumber !== undefined) return refuseField(100, 'card', 'give card or cardNumber, not both')
  const sources = [version, draft, campaigns, draftId, entries].filter((one) => one !== undefined)
  if (sources.length > 1)
    return refuseField(100, 'draft', 'give only one of version, draft, campaigns, draftId and entries')
  return (card && checkDescription(card)) ?? checkCheckout(toCheckout(given))
}

/** The same basket as a till would send it, with everything that it can be answered. */
function toCheckout({ card, cardNumber, ...given }: SimulateRequest): CheckoutRequest {
  return {
    ...given,
    ...defined({ cardNumber: card ? describedNumber : cardNumber }),
    isSetup: false,
    lockSetupDuration: 0,
    cancelSetup: false,
    forcePinValidation: false,
    trigger: 'checkout',
    returnBalanceMutations: true,
    returnBalances: true,
    returnResponseObjects: true,
  }
}

/** A call has an answer within 5 seconds: what takes longer to read than this is refused, and the caller told what to do. */
const readMsMax = 2500

/** What it is decided by, if not by what is in force. */
async function findBrand({ request, brand, call, reader }: QueryContext<SimulateRequest>) {
  const { entries, draftId, version } = request
  if (entries) return soundOr('entries', await brandWithEntries(reader, brand, entries, readMsMax))
  if (draftId !== undefined) {
    const found = await brandOfDraft(reader, brand, draftId, readMsMax)
    return found ? soundOr('draftId', found) : noDraft(languageOf(call))
  }
  const draft = draftOf(request)
  if (!draft) return undefined
  const found = await loadDraft(reader, brand.id, draft, readMsMax)
  if (!found) return refuseField(100, 'version', `version ${version} is not kept`)
  return soundOr(draft.kind === 'file' ? 'draft' : draft.kind, found)
}

const soundOr = (field: string, found: Brand | Faulty): Brand | Refusal =>
  'faults' in found ? refuseFaulty(found, 'en', `${field}: `) : found

function draftOf({ version, draft, campaigns }: SimulateRequest): TrialBrand | undefined {
  if (version !== undefined) return { kind: 'version', version }
  if (draft !== undefined) return { kind: 'file', file: draft }
  return campaigns === undefined ? undefined : { kind: 'campaigns', campaigns }
}

async function toSimulation(
  context: QueryContext<SimulateRequest>,
  draft: Brand | undefined,
): Promise<Simulation<Command> | Refusal> {
  const { request, reader } = context
  const brand = draft ?? context.brand
  const call = placeOf(context, brand)
  if (isRefusal(call)) return call
  const now = dateOf(request.date, brand)
  if (now !== undefined && typeof now !== 'number') return now
  const { card } = request
  const around = card && { brand, call, now: now ?? (await readNow(reader)) }
  const described = around && describeCard(card, around)
  if (described && isRefusal(described)) return described
  return {
    operation: checkout,
    request: toCheckout(request),
    origin: { brand: context.brand, call },
    brand: draft,
    now: around?.now ?? now,
    described,
  }
}

function dateOf(date: string | undefined, { timeZone }: Brand): Instant | Refusal | undefined {
  if (date === undefined) return undefined
  return parseDateTime(date, timeZone) ?? refuseField(100, 'date', 'must be yyyy-MM-dd HH:mm:ss')
}

/** The till that the checkout would come from; a key that is only for some locations sees no others. */
function placeOf({ request, call }: QueryContext<SimulateRequest>, brand: Brand) {
  const { locationId = call.locationId, terminalId, employeeId } = request
  const location = brand.locations.get(locationId)
  if (!location) return refuseField(100, 'locationId', 'there is no such location')
  const { locations } = rightsOf(call)
  if (locations && !locations.includes(locationId)) return refuse(104, 'The key may not be used at this location.')
  const [first = ''] = location.terminals
  const usual = location.terminals.has(call.terminalId) ? call.terminalId : first
  const { employeeId: _, ...rest } = call
  return { ...rest, locationId, terminalId: terminalId ?? usual, ...defined({ employeeId }) }
}

interface SimulatedSale {
  readonly language: Language
  readonly requestRef: string
  readonly locationId: string
  readonly hasCard: boolean
}

function toResponse(simulated: Simulated, { language, ...asked }: SimulatedSale) {
  const { decided, brand, now } = simulated
  const isRefused = decided.kind === 'refusal'
  const call = defined({
    ...asked,
    operation: checkout.name,
    callType: checkout.callType,
    happenedAt: now,
    errorCode: isRefused ? decided.code : undefined,
    trace: decided.trace,
  })
  const { code: errorCode, text: errorMessage = '', blockingCoupons } = isRefused ? decided : {}
  return defined({
    date: formatDateTime(now, brand.timeZone),
    receipt: isRefused ? undefined : toReceipt(decided, simulated),
    refusal: errorCode === undefined ? undefined : defined({ errorCode, errorMessage, blockingCoupons }),
    explanation: {
      ...showExplanation(explainCall(call, brand.document, campaignsOf(brand), language)),
      newSince: [],
      levels: levelWords(isRefused ? [] : (decided.tiers ?? []), brand.document, language),
      takenBack: [],
      shortfalls: [],
    },
  })
}
