import type { ChannelName } from '../../../domain/channel/channel-user.ts'
import { plainArray, textArray } from '../../../ground/database/arrays.ts'
import { type Sql, toTimestamp } from '../../../ground/database/connection.ts'
import type { BrandId, CardId, RequestRef } from '../../../ground/kernel/ids.ts'
import type { Instant } from '../../../ground/kernel/time.ts'

/** Who goes: the cards of the person, their calls, and the phone numbers and addresses that no other card has. */
export interface PersonToErase {
  readonly cards: readonly CardId[]
  readonly requests: readonly RequestRef[]
  readonly channels: readonly ChannelName[]
}

/** A statement that takes the person out of one table, and returns how many rows it changed. */
interface Eraser {
  readonly what: string
  readonly erase: (db: Sql, brand: BrandId, person: PersonToErase) => Promise<number>
}

/** Everything that goes, table by table. docs/privacy.md says of each table what is kept and why. */
export const erasers: readonly Eraser[] = [
  { what: 'texts that the card is found by', erase: deleteTerms },
  { what: 'accounts', erase: deleteAccounts },
  { what: 'custom card numbers', erase: clearCustomNumbers },
  { what: 'subscriptions', erase: deleteSubscriptions },
  { what: 'events about addresses', erase: deleteAddressEvents },
  { what: 'contents of events', erase: clearEvents },
  { what: 'messages', erase: clearMessages },
  { what: 'messages to the addresses', erase: clearAddressedMessages },
  { what: 'channels', erase: deleteChannels },
  { what: 'notices of bounces', erase: eraseBounces },
  { what: 'custom numbers in transfers', erase: clearSnapshots },
  { what: 'reasons of manual levels', erase: clearTierReasons },
  { what: 'texts in checkouts', erase: clearCheckouts },
  { what: 'plans of setups', erase: clearPlans },
  { what: "plans of others' setups", erase: clearReferredPlans },
  { what: 'texts in calls', erase: clearRequests },
  { what: 'referral codes', erase: deleteReferralCodes },
  { what: 'devices', erase: deleteDevices },
  { what: 'marks in firings', erase: clearMarks },
  { what: 'marks in plans of setups', erase: clearPlanMarks },
  { what: 'marks in calls', erase: clearRequestMarks },
  { what: 'reasons of approvals', erase: clearApprovals },
  { what: 'passes in wallets', erase: endPasses },
  { what: 'logins to the pages for members', erase: deleteMemberSessions },
]

function deleteTerms(db: Sql, brand: BrandId, { cards }: PersonToErase): Promise<number> {
  return db.affected`
    delete from account_term
    where brand_id = ${brand} and card_id = any(${plainArray(cards)}::bigint[])`
}

/** With what they asked for themselves: it is done now. */
async function deleteMemberSessions(db: Sql, brand: BrandId, { cards }: PersonToErase): Promise<number> {
  await db.rows`
    delete from member_erasure where brand_id = ${brand} and card_id = any(${plainArray(cards)}::bigint[])`
  await db.rows`
    delete from member_passkey where brand_id = ${brand} and card_id = any(${plainArray(cards)}::bigint[])`
  return db.affected`
    delete from member_session where brand_id = ${brand} and card_id = any(${plainArray(cards)}::bigint[])`
}

function deleteAccounts(db: Sql, brand: BrandId, { cards }: PersonToErase): Promise<number> {
  return db.affected`
    delete from account where brand_id = ${brand} and card_id = any(${plainArray(cards)}::bigint[])`
}

function clearCustomNumbers(db: Sql, brand: BrandId, { cards }: PersonToErase): Promise<number> {
  return db.affected`
    update card
    set custom_card_number = null
    where brand_id = ${brand} and card_id = any(${plainArray(cards)}::bigint[]) and custom_card_number is not null`
}

function deleteSubscriptions(db: Sql, brand: BrandId, { cards }: PersonToErase): Promise<number> {
  return db.affected`
    delete from card_subscription
    where brand_id = ${brand} and card_id = any(${plainArray(cards)}::bigint[])`
}

/** A bounce is about an address that is no longer there; it must not keep the next one from being used. */
function deleteAddressEvents(db: Sql, brand: BrandId, { cards }: PersonToErase): Promise<number> {
  return db.affected`
    delete from event
    where brand_id = ${brand} and card_id = any(${plainArray(cards)}::bigint[])
      and event_type in ('BOUNCED', 'UNBOUNCED')`
}

/** That something of a kind happened stays, because rules count it: what is given once is not given again. */
function clearEvents(db: Sql, brand: BrandId, { cards }: PersonToErase): Promise<number> {
  return db.affected`
    update event
    set payload = null, properties = null, specific_id = null
    where brand_id = ${brand} and card_id = any(${plainArray(cards)}::bigint[])
      and (payload is not null or properties is not null or specific_id is not null)`
}

function clearTierReasons(db: Sql, brand: BrandId, { cards }: PersonToErase): Promise<number> {
  return db.affected`
    update tier_change
    set override_reason = null
    where brand_id = ${brand} and card_id = any(${plainArray(cards)}::bigint[]) and override_reason is not null`
}

/** What waits is not sent any more. */
function clearMessages(db: Sql, brand: BrandId, { cards }: PersonToErase): Promise<number> {
  return db.affected`
    update message
    set subject = null, body = '', html = null, recipient = null, sent_to = null,
      state = case when state = 'waiting' then 'cancelled' else state end,
      next_attempt_at = case when state = 'waiting' then null else next_attempt_at end
    where brand_id = ${brand} and card_id = any(${plainArray(cards)}::bigint[])
      and (body <> '' or state = 'waiting' or coalesce(subject, html, recipient, sent_to) is not null)`
}

/** Questions for consent belong to an address, not to a card. */
function clearAddressedMessages(db: Sql, brand: BrandId, { channels }: PersonToErase): Promise<number> {
  return db.affected`
    update message
    set subject = null, body = '', html = null, recipient = null, sent_to = null,
      state = case when state = 'waiting' then 'cancelled' else state end,
      next_attempt_at = case when state = 'waiting' then null else next_attempt_at end
    where brand_id = ${brand} and card_id is null
      and lower(recipient) = any(${textArray(channels.map(({ key }) => key))}::text[])`
}

function deleteChannels(db: Sql, brand: BrandId, { channels }: PersonToErase): Promise<number> {
  return db.affected`
    delete from channel
    where brand_id = ${brand} and (channel, user_key) in (
      select * from unnest(${plainArray(channels.map(({ channel }) => channel))}::text[],
        ${textArray(channels.map(({ key }) => key))}::text[]))`
}

/** Notices not yet turned into events. */
function eraseBounces(db: Sql, brand: BrandId, { cards, channels }: PersonToErase): Promise<number> {
  return db.affected`
    delete from bounce
    where brand_id = ${brand} and (card_id = any(${plainArray(cards)}::bigint[]) or (channel, user_key) in (
      select * from unnest(${plainArray(channels.map(({ channel }) => channel))}::text[],
        ${textArray(channels.map(({ key }) => key))}::text[])))`
}

function clearSnapshots(db: Sql, brand: BrandId, { cards }: PersonToErase): Promise<number> {
  return db.affected`
    update transfer_snapshot
    set snapshot = snapshot - 'customNumber'
    where brand_id = ${brand} and card_id = any(${plainArray(cards)}::bigint[]) and snapshot ? 'customNumber'`
}

/**
 * Lines, amounts, payments and coupons stay: returns and reports need them. What tills say in attributes may name a person,
 * so they go from the lines; what they said about the product, the catalogue still says.
 */
function clearCheckouts(db: Sql, brand: BrandId, { cards }: PersonToErase): Promise<number> {
  return db.affected`
    update checkout
    set content = jsonb_set(content::jsonb - '{keyValues,receiptInformation,barcode,device,orderAttributes}'::text[], '{lines}', (
        select coalesce(jsonb_agg(line - 'attributes' order by place), '[]')
        from jsonb_array_elements(content::jsonb -> 'lines') with ordinality as sold (line, place)))::json
    where brand_id = ${brand}
      and (card_id = any(${plainArray(cards)}::bigint[]) or child_id = any(${plainArray(cards)}::bigint[]))
      and (content::jsonb ?| '{keyValues,receiptInformation,barcode,device,orderAttributes}'
        or content::jsonb @? '$.lines[*].attributes')`
}

/** Of a setup that can no longer be completed: what it would have said and set. */
function clearPlans(db: Sql, brand: BrandId, { cards }: PersonToErase): Promise<number> {
  return db.affected`
    update checkout
    set content = jsonb_set(content::jsonb, '{plan}', content::jsonb -> 'plan' ||
      '{"messages": [], "replies": [], "events": [], "demographics": [], "tierEffects": {}, "trace": []}')::json
    where brand_id = ${brand} and kind = 'setup'
      and (card_id = any(${plainArray(cards)}::bigint[]) or child_id = any(${plainArray(cards)}::bigint[]))
      and content::jsonb -> 'plan' <> content::jsonb -> 'plan' ||
        '{"messages": [], "replies": [], "events": [], "demographics": [], "tierEffects": {}, "trace": []}'`
}

/** What others' setups would tell or log for the person's cards, which had referred them. */
function clearReferredPlans(db: Sql, brand: BrandId, { cards }: PersonToErase): Promise<number> {
  return db.affected`
    update checkout
    set content = jsonb_set(jsonb_set(content::jsonb,
      '{plan,messages}', (
        select coalesce(jsonb_agg(one), '[]') from jsonb_array_elements(content::jsonb #> '{plan,messages}') as one
        where coalesce((one ->> 'cardId')::bigint <> all(${plainArray(cards)}::bigint[]), true))),
      '{plan,events}', (
        select coalesce(jsonb_agg(one), '[]') from jsonb_array_elements(content::jsonb #> '{plan,events}') as one
        where coalesce((one ->> 'cardId')::bigint <> all(${plainArray(cards)}::bigint[]), true)))::json
    where brand_id = ${brand} and kind = 'setup' and content::jsonb ? 'plan'
      and (content::jsonb ->> 'referrerId')::bigint = any(${plainArray(cards)}::bigint[])`
}

/**
 * Explanations go too: they say what the rules saw of the person. And so does what rules set of the account, which a
 * void would bring back.
 */
function clearRequests(db: Sql, brand: BrandId, { requests }: PersonToErase): Promise<number> {
  return db.affected`
    update request
    set note = null, external_transaction_id = null, trace = null,
      detail = (detail - '{customKeyValues,balanceReference,unknownFields,personChanges}'::text[]) #- '{effects,demographics}'
        #- '{effects,tier,demographics}'
    where brand_id = ${brand} and request_ref = any(${plainArray(requests)}::uuid[])
      and (note is not null or external_transaction_id is not null or trace is not null
        or detail ?| '{customKeyValues,balanceReference,unknownFields,personChanges}' or detail -> 'effects' ? 'demographics'
        or detail -> 'effects' -> 'tier' ? 'demographics')`
}

function deleteReferralCodes(db: Sql, brand: BrandId, { cards }: PersonToErase): Promise<number> {
  return db.affected`
    delete from referral_code where brand_id = ${brand} and card_id = any(${plainArray(cards)}::bigint[])`
}

function deleteDevices(db: Sql, brand: BrandId, { cards }: PersonToErase): Promise<number> {
  return db.affected`
    delete from card_device where brand_id = ${brand} and card_id = any(${plainArray(cards)}::bigint[])`
}

/** That a rule fired stays, so that limits per card hold. By whose address, number or device it was counted goes. */
function clearMarks(db: Sql, brand: BrandId, { requests }: PersonToErase): Promise<number> {
  return db.affected`
    update rule_firing
    set email_mark = null, phone_mark = null, device_mark = null
    where brand_id = ${brand} and request_ref = any(${plainArray(requests)}::uuid[])
      and coalesce(email_mark, phone_mark, device_mark) is not null`
}

function clearPlanMarks(db: Sql, brand: BrandId, { cards }: PersonToErase): Promise<number> {
  return db.affected`
    update checkout
    set content = regexp_replace(content::jsonb::text, ${keptMarks}, '', 'g')::json
    where brand_id = ${brand} and kind = 'setup'
      and (card_id = any(${plainArray(cards)}::bigint[]) or child_id = any(${plainArray(cards)}::bigint[]))
      and content::jsonb::text ~ ${keptMarks}`
}

function clearRequestMarks(db: Sql, brand: BrandId, { requests }: PersonToErase): Promise<number> {
  return db.affected`
    update request
    set detail = regexp_replace(detail::text, ${keptMarks}, '', 'g')::jsonb
    where brand_id = ${brand} and request_ref = any(${plainArray(requests)}::uuid[]) and detail::text ~ ${keptMarks}`
}

/** Firings are kept in several places of a call. Their rule comes before their marks, and quotes in texts are escaped. */
const keptMarks = ', "marks": \\{[^{}]*\\}'

/**
 * That somebody asked a second person stays, without what was said about it and what was to be done: a change of an account has
 * the person in it. One that still waits can no longer be carried out.
 */
function clearApprovals(db: Sql, brand: BrandId, { cards }: PersonToErase): Promise<number> {
  return db.affected`
    update approval
    set reason = '', decision_text = null, request = '{}',
      ends_at = case when state = 'waiting' then least(ends_at, clock.at) else ends_at end
    from (select now() as at) as clock
    where brand_id = ${brand} and (reason <> '' or decision_text is not null or request <> '{}')
      and card_number = any(array(
        select card_number from card where brand_id = ${brand} and card_id = any(${plainArray(cards)}::bigint[])))`
}

/** The erasure as a call of the card's history. It says that there was a person, and nothing of them. */
export function insertErasure(
  db: Sql,
  brand: BrandId,
  { card, ref, now }: { readonly card: CardId; readonly ref: RequestRef; readonly now: Instant },
): Promise<unknown> {
  return db.rows`
    with counted as (
      update card set seq = seq + 1 where brand_id = ${brand} and card_id = ${card} returning card_id, seq)
    insert into request (brand_id, request_ref, operation, call_type, happened_at, card_id, card_seq)
    select ${brand}, ${ref}, 'eraseCustomer', 'UPDATE_ACCOUNT', ${toTimestamp(now)}, card_id, seq from counted`
}

/**
 * A pass may lie in the wallet of the person: it forgets its card, and shows nothing any more. It is due at once, so that
 * wallets are told; then its registrations go. The card is free for a pass of somebody else.
 */
async function endPasses(db: Sql, brand: BrandId, { cards }: PersonToErase): Promise<number> {
  await db.rows`
    update card
    set has_wallet_pass = null
    where brand_id = ${brand} and card_id = any(${plainArray(cards)}::bigint[]) and has_wallet_pass`
  return db.affected`
    update wallet_pass
    set card_id = null, due_at = made_at, wakes = wakes + 1, google_saved = false
    where brand_id = ${brand} and card_id = any(${plainArray(cards)}::bigint[])`
}
