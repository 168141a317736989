import type { NamedOperations } from '../../../calls/operations/all.ts'
import { operations } from '../../../calls/operations/all.ts'
import type { Operation } from '../../../calls/operations/operation.ts'
import type { Tool } from './tool.ts'

const byName = new Map(operations.map((operation) => [operation.name, operation]))

function named(name: keyof NamedOperations): Operation {
  const operation = byName.get(name)
  if (!operation) throw new Error(`there is no operation ${name}`)
  return operation
}

const draftFields = ['draftId', 'revision']

/** Everything that assistants can be offered, in the order in which they see it. */
export const tools: readonly Tool[] = [
  {
    name: 'find_cards',
    title: 'Find cards',
    about:
      'Find cards by card number, or by what is known of the customer (name, e-mail address, phone, postal code, birthday), with balances, level, coupons and segments. Give at least one filter.',
    operation: named('search'),
    fields: ['filters', 'includeInactive', 'limit', 'offset'],
    kind: 'reads',
    fixed: ({ apiVersion, enabled }, { personalData }) => ({
      returnFields: {
        balances: true,
        balanceExpirations: true,
        isEnrolled: true,
        coupons: true,
        ...(apiVersion >= 2 && { tier: true, activationDate: true }),
        ...(apiVersion >= 2 && enabled.includes('segments') && { segments: true }),
        ...(personalData && { customer: true, brandDemographics: true, customData: true }),
      },
    }),
    check: ({ filters }) =>
      typeof filters === 'object' && filters !== null && Object.keys(filters).length > 0
        ? undefined
        : 'filters: give at least one; nobody is listed without one',
  },
  {
    name: 'card_history',
    title: 'History of a card',
    about: 'List what happened to a card, newest first: checkouts, issued and redeemed value, voids, returns.',
    operation: named('cardHistory'),
    fields: ['cardNumber', 'beginDate', 'endDate', 'maxResults', 'offset', 'includeTransactionDetails'],
    kind: 'reads',
    fixed: () => ({ sortMostRecentFirst: true }),
  },
  {
    name: 'request',
    title: 'Look at a call',
    about: 'Show one call by its requestRef: what was called, when and where, how it ended and what it changed.',
    operation: named('requestLookup'),
    fields: ['requestRef', 'showDetailedMutations'],
    kind: 'reads',
  },
  {
    name: 'explain_call',
    title: 'Why a call did what it did',
    about:
      'Explain a call by its requestRef: which campaign rules fired and what they gave, which nearly fired and what was missing, and why the others did not.',
    operation: named('requestLookup'),
    fields: ['requestRef'],
    kind: 'reads',
    enablement: 'showExplanation',
    fixed: () => ({ showExplanation: true }),
  },
  {
    name: 'find_requests',
    title: 'Find calls by the reference of the caller',
    about:
      'List the requestRefs of the calls that a till or shop made under its own reference, such as an order number.',
    operation: named('listRequests'),
    fields: ['externalTransactionId'],
    kind: 'reads',
  },
  {
    name: 'checkout',
    title: 'Look at a checkout',
    about: 'Show a checkout by its transactionId: lines, totals, payments, coupons and what it changed.',
    operation: named('checkoutLookup'),
    fields: ['checkoutTransactionId'],
    kind: 'reads',
  },
  {
    name: 'coupon',
    title: 'Look at a coupon',
    about: 'Show a coupon or public code: whether it is allocated, used, disabled or reserved, and for whom.',
    operation: named('couponDetails'),
    fields: ['couponId'],
    kind: 'reads',
    fixed: () => ({ action: 'details' }),
  },
  {
    name: 'offer_activity',
    title: 'Uses of personal offers',
    about: 'List when the personal offers of a card were used.',
    operation: named('offerActivity'),
    fields: ['cardNumber', 'maxResults', 'offset'],
    kind: 'reads',
  },
  {
    name: 'messages_of_card',
    title: 'Messages to a card',
    about: 'List the messages to a card, their state, and why one was not sent. Without their texts.',
    operation: named('communicationActivity'),
    fields: ['cardNumber', 'maxResults', 'offset'],
    kind: 'reads',
  },
  {
    name: 'value_types',
    title: 'Value types',
    about: 'List what a card or a card set can hold: points, currencies, punches, with their decimals and limits.',
    operation: named('listValueTypes'),
    fields: ['lookupCardNumber', 'cardSetId'],
    kind: 'reads',
  },
  {
    name: 'campaigns',
    title: 'Campaigns in sentences',
    about: 'Tell the campaigns of the brand in plain sentences: how each stands, what each rule does, and its limits.',
    operation: named('tellCampaigns'),
    fields: ['campaign', 'runningOnly', 'language', 'offset', 'maxResults'],
    kind: 'reads',
  },
  {
    name: 'simulate_checkout',
    title: 'Try a checkout',
    about:
      'Return what a checkout would do and why each rule would fire or not, by what is in force, by a draft or by changed entries. Nothing is changed. Leave out the card to try it for a stranger, or describe one with card.',
    operation: named('simulate'),
    fields: [
      'cardNumber',
      'card',
      'products',
      'checkoutTotal',
      'coupons',
      'customKeyValues',
      'locationId',
      'date',
      'version',
      'draftId',
      'entries',
    ],
    kind: 'reads',
  },
  {
    name: 'report',
    title: 'Report',
    about: 'Answer a report whose figures tie to the ledger, such as liability, activity, campaign cost or tiers.',
    operation: named('report'),
    fields: ['name', 'from', 'to', 'by', 'per'],
    kind: 'reads',
  },
  {
    name: 'brand_history',
    title: 'Versions of the brand',
    about: 'List who changed the configuration of the brand and when, and what waits for its time.',
    operation: named('brandHistory'),
    fields: ['beforeVersion', 'maxResults'],
    kind: 'reads',
  },
  {
    name: 'drafts',
    title: 'Drafts',
    about: 'List drafts of changes to the brand file: those that are not over, or those that are.',
    operation: named('listDrafts'),
    fields: ['ended', 'page', 'maxResults'],
    kind: 'reads',
  },
  {
    name: 'draft',
    title: 'Look at a draft and check it',
    about:
      'Show a draft: its entries next to what is live, what publishing would change, its faults, warnings and conflicts.',
    operation: named('draftLookup'),
    fields: draftFields.slice(0, 1),
    kind: 'reads',
  },
  {
    name: 'save_draft',
    title: 'Save a draft',
    about:
      'Keep changes of the brand file as a draft, and return what is wrong with it. Nothing of it counts until it is published. An entry is YAML as docs/brand-file.md describes it; look at the live one with draft or brand file first.',
    operation: named('saveDraft'),
    fields: ['draftId', 'revision', 'title', 'entries'],
    kind: 'changes',
    followedBy: { operation: named('draftLookup'), fields: ['draftId'] },
  },
  {
    name: 'submit_draft',
    title: 'Ask for a review of a draft',
    about: 'Ask somebody else to look at a draft that has no faults.',
    operation: named('submitDraft'),
    fields: draftFields,
    kind: 'changes',
  },
  {
    name: 'publish_draft',
    title: 'Publish a draft',
    about:
      'Make a draft a part of the brand: from then on it decides what customers get. Ask the person first; dryRun shows what would change.',
    operation: named('publishDraft'),
    fields: [...draftFields, 'at', 'dryRun', 'note'],
    kind: 'publish',
    // What a second person has to see, a person has seen, whatever the key could do.
    fixed: () => ({ onlyReviewed: true }),
  },
  {
    name: 'discard_draft',
    title: 'Discard a draft',
    about: 'Discard a draft that nobody needs any more.',
    operation: named('discardDraft'),
    fields: draftFields,
    kind: 'changes',
  },
  {
    name: 'update_balance',
    title: 'Issue or redeem value',
    about: 'Issue value to a card, or redeem value from it. It is real money or points: ask the person first.',
    operation: named('updateBalance'),
    fields: ['cardNumber', 'action', 'amount', 'returnBalances'],
    kind: 'value',
  },
  {
    name: 'void_transaction',
    title: 'Void a call',
    about: 'Take back everything that an earlier call did to a card. Ask the person first.',
    operation: named('voidTransaction'),
    fields: ['requestRef', 'cardNumber', 'failIfCouponsUsed'],
    kind: 'value',
  },
]
