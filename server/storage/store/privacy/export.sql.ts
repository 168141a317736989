import type { ChannelName } from '../../../domain/channel/channel-user.ts'
import { plainArray, textArray } from '../../../ground/database/arrays.ts'
import type { Sql } from '../../../ground/database/connection.ts'
import { type Fragment, runFragment, sql } from '../../../ground/database/fragment.ts'
import type { BrandId, CardId } from '../../../ground/kernel/ids.ts'

/** A table of the export, and the statement that selects what is said of it, column by column. */
export interface ExportTable {
  readonly name: string
  readonly items: Fragment
}

/** Rows as the export shows them: columns by their names, instants in ISO 8601, amounts in units of their value type. */
export async function listItems(db: Sql, items: Fragment): Promise<unknown[]> {
  const rows = await runFragment<{ item: unknown }>(db, sql`select to_jsonb(one) as item from (${items}) as one`)
  return rows.map(({ item }) => item)
}

/** What is kept about cards, table by table. */
export function cardTables(brand: BrandId, cards: readonly CardId[]): ExportTable[] {
  return [
    { name: 'cards', items: exportCards(brand, cards) },
    { name: 'accounts', items: exportAccounts(brand, cards) },
    { name: 'balances', items: exportBalances(brand, cards) },
    { name: 'lots', items: exportLots(brand, cards) },
    { name: 'requests', items: exportRequests(brand, cards) },
    { name: 'ledger', items: exportLedger(brand, cards) },
    { name: 'checkouts', items: exportCheckouts(brand, cards) },
    { name: 'coupons', items: exportCoupons(brand, cards) },
    { name: 'usedCodes', items: exportCodeUses(brand, cards) },
    { name: 'offers', items: exportOffers(brand, cards) },
    { name: 'offerUses', items: exportOfferUses(brand, cards) },
    { name: 'firedRules', items: exportFirings(brand, cards) },
    { name: 'campaignSides', items: exportSides(brand, cards) },
    { name: 'events', items: exportEvents(brand, cards) },
    { name: 'messages', items: exportMessages(brand, cards) },
    { name: 'bounces', items: exportBounces(brand, cards) },
    { name: 'subscriptions', items: exportSubscriptions(brand, cards) },
    { name: 'passes', items: exportPasses(brand, cards) },
    { name: 'walletPasses', items: exportWalletPasses(brand, cards) },
    { name: 'transfers', items: exportSnapshots(brand, cards) },
    { name: 'referralCodes', items: exportReferralCodes(brand, cards) },
    { name: 'referrals', items: exportReferrals(brand, cards) },
    { name: 'devices', items: exportDevices(brand, cards) },
    { name: 'memberLogins', items: exportMemberLogins(brand, cards) },
    { name: 'memberGifts', items: exportMemberGifts(brand, cards) },
    { name: 'memberPasskeys', items: exportMemberPasskeys(brand, cards) },
    { name: 'memberErasures', items: exportMemberErasures(brand, cards) },
  ]
}

/** What the person's phone numbers and addresses agreed to, and what was sent to them or came back apart from any card. */
export function addressTables(brand: BrandId, users: readonly ChannelName[]): ExportTable[] {
  return [
    { name: 'channels', items: exportChannels(brand, users) },
    { name: 'messagesToAddresses', items: exportAddressMessages(brand, users) },
    { name: 'bouncesOfAddresses', items: exportAddressBounces(brand, users) },
  ]
}

/** Never the pin, sealed or not: it is a secret, not something about a person. */
function exportCards(brand: BrandId, cards: readonly CardId[]): Fragment {
  return sql`
    select card_number as "cardNumber",
      (select root.card_number from card as root where root.brand_id = ${brand} and root.card_id = card.root_id)
        as "rootCardNumber",
      custom_card_number as "customCardNumber", card_set_id as "cardSetId", status, created_at as "createdAt",
      activated_at as "activatedAt", expires_at as "expiresAt", owning_location as "owningLocation",
      pin_sealed is not null as "hasPin", pin_failures as "pinFailures", lock_until as "lockedUntil"
    from card
    where brand_id = ${brand} and card_id = any(${plainArray(cards)}::bigint[])
    order by root_id nulls first, card_id`
}

function exportAccounts(brand: BrandId, cards: readonly CardId[]): Fragment {
  return sql`
    select card_number as "cardNumber", enrolled_at as "enrolledAt", customer, alternate as "alternateCustomer",
      giver as "giverCustomer", demographics, programs, links as "thirdParties", surveys
    from account
    join card on card.brand_id = ${brand} and card.card_id = account.card_id
    where account.brand_id = ${brand} and account.card_id = any(${plainArray(cards)}::bigint[])
    order by account.card_id`
}

function exportBalances(brand: BrandId, cards: readonly CardId[]): Fragment {
  return sql`
    select card_number as "cardNumber", balance_type as "balanceType", balance_code as "balanceCode", bucket,
      round(amount / 10::numeric ^ scale, scale) as amount, round(held / 10::numeric ^ scale, scale) as held
    from balance
    join value_type on value_type.brand_id = ${brand} and value_type.value_type_id = balance.value_type_id
    join card on card.brand_id = ${brand} and card.card_id = balance.card_id
    where balance.brand_id = ${brand} and balance.card_id = any(${plainArray(cards)}::bigint[])
    order by balance.card_id, balance.value_type_id, bucket`
}

function exportLots(brand: BrandId, cards: readonly CardId[]): Fragment {
  return sql`
    select card_number as "cardNumber", lot_no as lot, balance_type as "balanceType", balance_code as "balanceCode",
      bucket, round(amount / 10::numeric ^ scale, scale) as amount, round(held / 10::numeric ^ scale, scale) as held,
      return_related as "returnRelated", issued_at as "issuedAt", active_at as "activeAt", lot.expires_at as "expiresAt"
    from lot
    join value_type on value_type.brand_id = ${brand} and value_type.value_type_id = lot.value_type_id
    join card on card.brand_id = ${brand} and card.card_id = lot.card_id
    where lot.brand_id = ${brand} and lot.card_id = any(${plainArray(cards)}::bigint[])
    order by lot.card_id, lot_no`
}

function exportRequests(brand: BrandId, cards: readonly CardId[]): Fragment {
  return sql`
    select request_ref as "requestRef", operation, call_type as "callType", happened_at as "happenedAt",
      custom_date as "customDate", location_id as "locationId", terminal_id as "terminalId",
      external_transaction_id as "externalTransactionId", note, error_code as "errorCode", voided_by as "voidedBy",
      detail, trace
    from request
    where brand_id = ${brand}
      and (card_id = any(${plainArray(cards)}::bigint[]) or child_id = any(${plainArray(cards)}::bigint[]))
    order by request_ref`
}

function exportLedger(brand: BrandId, cards: readonly CardId[]): Fragment {
  return sql`
    select ledger.request_ref as "requestRef", line, card_number as "cardNumber", balance_type as "balanceType",
      balance_code as "balanceCode", bucket, kind, round(amount / 10::numeric ^ scale, scale) as amount,
      round(held / 10::numeric ^ scale, scale) as held, round(balance_after / 10::numeric ^ scale, scale)
        as "balanceAfter", ledger.origin
    from ledger
    join value_type on value_type.brand_id = ${brand} and value_type.value_type_id = ledger.value_type_id
    join card on card.brand_id = ${brand} and card.card_id = ledger.card_id
    where ledger.brand_id = ${brand} and ledger.card_id = any(${plainArray(cards)}::bigint[])
    order by ledger.request_ref, line`
}

/**
 * The card that referred the customer may be somebody else's, and is not named, nor what it got, nor what the two have in common. What a setup planned
 * to tell is left out, because some of it may be for that card; what was told is among the messages.
 */
function exportCheckouts(brand: BrandId, cards: readonly CardId[]): Fragment {
  return sql`
    select request_ref as "requestRef", kind, card_number as "cardNumber", happened_at as "happenedAt",
      location_id as "locationId", currency, round(total / 10::numeric ^ scale, scale) as total,
      round(discount / 10::numeric ^ scale, scale) as discount,
      round(net_total / 10::numeric ^ scale, scale) as "netTotal", of_ref as "ofRequestRef",
      is_voided as "isVoided", (content::jsonb - '{referrerId,barredReferrer,referrerCoupons}'::text[]) #- '{plan,messages}'
        #- '{plan,events}' as content, returned
    from checkout
    join card on card.brand_id = ${brand} and card.card_id = coalesce(child_id, checkout.card_id)
    where checkout.brand_id = ${brand} and (checkout.card_id = any(${plainArray(cards)}::bigint[])
      or child_id = any(${plainArray(cards)}::bigint[]))
    order by request_ref`
}

function exportCoupons(brand: BrandId, cards: readonly CardId[]): Fragment {
  return sql`
    select coupon_id as "couponId", coupon_set_id as "couponSetId", card_number as "cardNumber",
      promotion_id as "promotionId", tags, allocated_at as "allocatedAt", coupon.expires_at as "expiresAt",
      used_at as "usedAt", reserved_until as "reservedUntil", disabled
    from coupon
    join card on card.brand_id = ${brand} and card.card_id = coupon.card_id
    where coupon.brand_id = ${brand} and coupon.card_id = any(${plainArray(cards)}::bigint[])
    order by allocated_at, coupon_id`
}

function exportCodeUses(brand: BrandId, cards: readonly CardId[]): Fragment {
  return sql`
    select request_ref as "requestRef", code, happened_at as "happenedAt", until as "reservedUntil"
    from code_use
    where brand_id = ${brand} and card_id = any(${plainArray(cards)}::bigint[])
    order by happened_at, code`
}

function exportOffers(brand: BrandId, cards: readonly CardId[]): Fragment {
  return sql`
    select card_number as "cardNumber", offer_no as offer, terms, custom_id as "customId", active_at as "activeAt",
      personal_offer.expires_at as "expiresAt", max_uses as "maxUses", uses, withdrawn
    from personal_offer
    join card on card.brand_id = ${brand} and card.card_id = personal_offer.card_id
    where personal_offer.brand_id = ${brand} and personal_offer.card_id = any(${plainArray(cards)}::bigint[])
    order by personal_offer.card_id, offer_no`
}

function exportOfferUses(brand: BrandId, cards: readonly CardId[]): Fragment {
  return sql`
    select request_ref as "requestRef", offer_no as offer, happened_at as "happenedAt"
    from offer_use
    where brand_id = ${brand} and card_id = any(${plainArray(cards)}::bigint[])
    order by happened_at, offer_no`
}

function exportFirings(brand: BrandId, cards: readonly CardId[]): Fragment {
  return sql`
    select request_ref as "requestRef", rule_id as rule, happened_at as "happenedAt"
    from rule_firing
    where brand_id = ${brand} and card_id = any(${plainArray(cards)}::bigint[])
    order by happened_at, rule_id`
}

/** Through the sales, which are found by card. */
function exportSides(brand: BrandId, cards: readonly CardId[]): Fragment {
  return sql`
    select campaign_side.request_ref as "requestRef", campaign_id as campaign, side
    from checkout
    join campaign_side on campaign_side.brand_id = ${brand} and campaign_side.request_ref = checkout.request_ref
    where checkout.brand_id = ${brand} and checkout.card_id = any(${plainArray(cards)}::bigint[])
    order by campaign_side.request_ref, campaign_id`
}

function exportEvents(brand: BrandId, cards: readonly CardId[]): Fragment {
  return sql`
    select card_number as "cardNumber", event_type as "eventType", category_id as "categoryId",
      specific_id as "specificId", happened_at as "eventDate", payload, properties
    from event
    join card on card.brand_id = ${brand} and card.card_id = event.card_id
    where event.brand_id = ${brand} and event.card_id = any(${plainArray(cards)}::bigint[])
    order by happened_at, request_ref, line`
}

function exportMessages(brand: BrandId, cards: readonly CardId[]): Fragment {
  return sql`
    select card_number as "cardNumber", channel, rule_id as rule, template_id as "templateId", recipient, subject,
      body, html, message.created_at as "createdAt", due_at as "dueAt", sent_at as "sentAt", state
    from message
    join card on card.brand_id = ${brand} and card.card_id = message.card_id
    where message.brand_id = ${brand} and message.card_id = any(${plainArray(cards)}::bigint[])
    order by message.created_at, request_ref, line`
}

/** Notices of messages that came back, as long as no event was made of them. */
function exportBounces(brand: BrandId, cards: readonly CardId[]): Fragment {
  return sql`
    select card_number as "cardNumber", event_type as "eventType", channel, reason, happened_at as "eventDate"
    from bounce
    join card on card.brand_id = ${brand} and card.card_id = bounce.card_id
    where bounce.brand_id = ${brand} and bounce.card_id = any(${plainArray(cards)}::bigint[])
    order by bounce.seq`
}

function exportSubscriptions(brand: BrandId, cards: readonly CardId[]): Fragment {
  return sql`
    select subscription_id as "subscriptionId", external_id as "externalId", name, tier,
      source_system as "sourceSystem", system_type as "systemType", sub_type as "subType",
      status as "subscriptionStatus", assigned_at as "assignedAt", starts_at as "startsAt", ends_at as "endsAt"
    from card_subscription
    where brand_id = ${brand} and card_id = any(${plainArray(cards)}::bigint[])
    order by assigned_at, subscription_id`
}

function exportPasses(brand: BrandId, cards: readonly CardId[]): Fragment {
  return sql`
    select card_number as "cardNumber", issued_at as "issuedAt"
    from pass_link
    join card on card.brand_id = ${brand} and card.card_id = pass_link.card_id
    where pass_link.brand_id = ${brand} and pass_link.card_id = any(${plainArray(cards)}::bigint[])
    order by pass_link.card_id`
}

/** Where Apple reaches a device is about the device, not the person, and could be used by nobody else. */
function exportWalletPasses(brand: BrandId, cards: readonly CardId[]): Fragment {
  return sql`
    select card_number as "cardNumber", pass_id as "passId", made_at as "madeAt", apple_at as "appleAt",
      google_at as "googleAt", google_saved as "isSavedAtGoogle", removed_at as "removedAt",
      array(
        select registered_at
        from wallet_registration
        where wallet_registration.brand_id = ${brand} and wallet_registration.pass_id = wallet_pass.pass_id
        order by registered_at) as "devicesRegisteredAt"
    from wallet_pass
    join card on card.brand_id = ${brand} and card.card_id = wallet_pass.card_id
    where wallet_pass.brand_id = ${brand} and wallet_pass.card_id = any(${plainArray(cards)}::bigint[])
    order by made_at, pass_id`
}

function exportSnapshots(brand: BrandId, cards: readonly CardId[]): Fragment {
  return sql`
    select request_ref as "requestRef", taken_at as "takenAt", snapshot
    from transfer_snapshot
    where brand_id = ${brand} and card_id = any(${plainArray(cards)}::bigint[])
    order by taken_at, card_id`
}

function exportChannels(brand: BrandId, users: readonly ChannelName[]): Fragment {
  return sql`
    select channel, channel_user as "channelUser", global_opt_in as "globalOptIn",
      transactional_opt_in as "transactionalOptIn", double_opt_in as "doubleOptIn",
      double_opt_in_confirmed as "doubleOptInConfirmed", lists, key_values as "customKeyValues",
      created_at as "createdAt", changed_at as "changedAt", said
    from channel
    where brand_id = ${brand} and (channel, user_key) in (${unnested(users)})
    order by channel, user_key`
}

function exportAddressMessages(brand: BrandId, users: readonly ChannelName[]): Fragment {
  return sql`
    select channel, recipient, subject, body, html, created_at as "createdAt", sent_at as "sentAt", state
    from message
    where brand_id = ${brand} and card_id is null
      and lower(recipient) = any(${textArray(users.map(({ key }) => key))}::text[])
    order by created_at, request_ref, line`
}

function exportAddressBounces(brand: BrandId, users: readonly ChannelName[]): Fragment {
  return sql`
    select event_type as "eventType", channel, user_key as "channelUser", reason, happened_at as "eventDate"
    from bounce
    where brand_id = ${brand} and (channel, user_key) in (${unnested(users)})
    order by bounce.seq`
}

const unnested = (users: readonly ChannelName[]): Fragment => sql`
  select * from unnest(${plainArray(users.map(({ channel }) => channel))}::text[],
    ${textArray(users.map(({ key }) => key))}::text[])`

function exportReferralCodes(brand: BrandId, cards: readonly CardId[]): Fragment {
  return sql`
    select card_number as "cardNumber", code, made_at as "madeAt", revoked_at as "revokedAt"
    from referral_code
    join card on card.brand_id = ${brand} and card.card_id = referral_code.card_id
    where referral_code.brand_id = ${brand} and referral_code.card_id = any(${plainArray(cards)}::bigint[])
    order by made_at, code`
}

/** That somebody was brought, or has brought somebody, and when. Who the other one is is not told. */
function exportReferrals(brand: BrandId, cards: readonly CardId[]): Fragment {
  return sql`
    select happened_at as "happenedAt", until as "reservedUntil",
      card_id = any(${plainArray(cards)}::bigint[]) as "wasBrought"
    from referral
    where brand_id = ${brand} and (referrer_id = any(${plainArray(cards)}::bigint[])
      or card_id = any(${plainArray(cards)}::bigint[]))
    order by happened_at, request_ref`
}

function exportDevices(brand: BrandId, cards: readonly CardId[]): Fragment {
  return sql`
    select card_number as "cardNumber", mark, seen_at as "seenAt"
    from card_device
    join card on card.brand_id = ${brand} and card.card_id = card_device.card_id
    where card_device.brand_id = ${brand} and card_device.card_id = any(${plainArray(cards)}::bigint[])
    order by seen_at, mark`
}

/** Never the token, hashed or not. */
function exportMemberLogins(brand: BrandId, cards: readonly CardId[]): Fragment {
  return sql`
    select card_number as "cardNumber", way, browser, began_at as "beganAt", seen_at as "seenAt",
      member_session.expires_at as "expiresAt"
    from member_session
    join card on card.brand_id = ${brand} and card.card_id = member_session.card_id
    where member_session.brand_id = ${brand} and member_session.card_id = any(${plainArray(cards)}::bigint[])
    order by began_at, session_id`
}

/** Never the key. */
function exportMemberPasskeys(brand: BrandId, cards: readonly CardId[]): Fragment {
  return sql`
    select card_number as "cardNumber", browser, made_at as "madeAt", used_at as "usedAt"
    from member_passkey
    join card on card.brand_id = ${brand} and card.card_id = member_passkey.card_id
    where member_passkey.brand_id = ${brand} and member_passkey.card_id = any(${plainArray(cards)}::bigint[])
    order by made_at, passkey_id`
}

function exportMemberErasures(brand: BrandId, cards: readonly CardId[]): Fragment {
  return sql`
    select card_number as "cardNumber", asked_at as "askedAt", due_at as "dueAt"
    from member_erasure
    join card on card.brand_id = ${brand} and card.card_id = member_erasure.card_id
    where member_erasure.brand_id = ${brand} and member_erasure.card_id = any(${plainArray(cards)}::bigint[])
    order by asked_at`
}

/** What they have sent on. Of the gift card only its end: it may be somebody else's by now. */
function exportMemberGifts(brand: BrandId, cards: readonly CardId[]): Fragment {
  return sql`
    select card.card_number as "cardNumber", right(gift.card_number, 4) as "giftCardEnd", sent_at as "sentAt", ended,
      ended_at as "endedAt"
    from member_gift
    join card on card.brand_id = ${brand} and card.card_id = member_gift.card_id
    join card as gift on gift.brand_id = ${brand} and gift.card_id = member_gift.gift_card_id
    where member_gift.brand_id = ${brand} and member_gift.card_id = any(${plainArray(cards)}::bigint[])
    order by sent_at, gift_id`
}
