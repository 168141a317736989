import type { BrandDocument } from '../brand/document.ts'
import type { OperationName } from '../brand/keys/scope.ts'
import { valueTypeName } from '../brand/shapes/program-shape.ts'
import type { Permission } from './permissions.ts'

/** What somebody needs to change a part of the brand file. */
export interface PartRule {
  /** What a user of the portal needs. */
  readonly permission: Permission
  /** Whether a user must have proved just now who they are. */
  readonly isConfirmed: boolean
  /** How a second person sees it, where the brand asks for one: a draft that is reviewed, or a request for approval. */
  readonly secondPerson?: 'draft' | 'approval'
  /**
   * What the scope of a key has to include beside the operation that it calls: these operations, or all of
   * administration. Absent: nothing.
   */
  readonly key?: readonly OperationName[] | 'admin'
}

/** Rules of what is inside a part: of the keys of an object, or of each entry of a list. */
interface Inside<T> {
  readonly inside: { readonly [Key in keyof T]-?: PartTable<T[Key]> }
  /** What an entry of a list is called by. */
  readonly name?: (entry: T) => string
}

/** A rule for the whole, or one for everything in it. What has no row does not compile. */
export type PartTable<T> =
  | PartRule
  | (NonNullable<T> extends readonly (infer Entry)[] ? Inside<Entry> : Inside<NonNullable<T>>)

/** What is no secret, moves no value and goes nowhere. */
const ordinary: PartRule = { permission: 'configuration.change', isConfirmed: false }
/** What customers are given and told. */
const marketing: PartRule = { permission: 'campaigns.change', isConfirmed: false, secondPerson: 'draft' }
/** What it takes to reach a level: rules give by it. It is no part of drafts. */
const levels: PartRule = { permission: 'campaigns.change', isConfirmed: false, secondPerson: 'approval' }
/** Cards and coupons: whoever makes them may choose their numbers and pins. */
export const stock: PartRule = { permission: 'coupons.make', isConfirmed: false, key: ['generateCards'] }
/** How much value there can be, and what it takes to move it. */
const limits: PartRule = { permission: 'limits.change', isConfirmed: true, secondPerson: 'approval', key: 'admin' }
/** Where messages and data go. */
const outbound: PartRule = {
  permission: 'connections.change',
  isConfirmed: true,
  secondPerson: 'approval',
  key: 'admin',
}
/** What each role may do alone. */
const governing: PartRule = { permission: 'users.manage', isConfirmed: true, secondPerson: 'approval', key: 'admin' }
/** Who serves customers at tills: they come and go, and nobody waits for a second person. */
const staff: PartRule = { permission: 'users.manage', isConfirmed: true, key: 'admin' }
/** Which locations a group has: users and keys are restricted to it. */
const places: PartRule = { permission: 'users.manage', isConfirmed: true }
const keys: PartRule = { permission: 'keys.manage', isConfirmed: true, key: ['createKey', 'changeKey', 'revokeKey'] }

const byId = ({ id }: { readonly id: string }): string => id

/** The whole brand file: every part has its row, and one without does not compile. */
export const brandParts: {
  readonly [Section in keyof Omit<BrandDocument, 'switchedOff'>]-?: PartTable<BrandDocument[Section]>
} = {
  brand: {
    inside: {
      id: limits,
      name: ordinary,
      country: limits,
      currency: limits,
      // It says when a day begins, and with it what a day's limit is.
      timeZone: limits,
      languages: ordinary,
      language: ordinary,
      apiVersion: ordinary,
      enable: limits,
      settings: {
        inside: {
          requireEmployee: limits,
          requireEmployeePassword: limits,
          reversalGraceDays: limits,
          cashoutReturns: limits,
          interfaceTimeZone: ordinary,
        },
      },
      exchangeRates: limits,
    },
  },
  apiKeys: keys,
  groups: ordinary,
  locations: {
    name: byId,
    inside: {
      id: ordinary,
      name: ordinary,
      group: places,
      country: ordinary,
      currency: ordinary,
      // It says when a day begins there, and with it what a day's limit is.
      timeZone: limits,
      terminals: ordinary,
      employees: staff,
    },
  },
  programs: {
    name: byId,
    inside: {
      id: ordinary,
      name: ordinary,
      type: ordinary,
      currency: limits,
      pinLength: limits,
      cardsExpireAfter: ordinary,
      valueTypes: {
        name: valueTypeName,
        inside: {
          balanceType: limits,
          balanceCode: limits,
          display: ordinary,
          scale: limits,
          maxBalance: limits,
          minIssue: limits,
          maxIssue: limits,
          minRedeem: limits,
          maxRedeem: limits,
          subtracks: ordinary,
        },
      },
      cardSets: stock,
      tiers: levels,
    },
  },
  couponSets: marketing,
  demographicFields: ordinary,
  attributes: ordinary,
  orderAttributes: ordinary,
  products: ordinary,
  subscriptionLists: ordinary,
  eventTypes: ordinary,
  templates: marketing,
  segments: marketing,
  senders: { inside: { email: outbound, sms: outbound, push: outbound, webhook: outbound, caps: outbound } },
  webhooks: outbound,
  texts: ordinary,
  passes: ordinary,
  portal: {
    inside: {
      limits: governing,
      approvals: governing,
      publish: governing,
      secondFactor: governing,
      findCustomers: governing,
      testRecipients: governing,
    },
  },
  // It says what everything that campaigns give costs: who judges campaigns by it does not set it in passing.
  promotions: {
    inside: { worth: limits, groups: levels, combine: limits, maxDiscount: limits, maxCodes: limits },
  },
  accounts: ordinary,
  member: {
    inside: {
      // What the world may ask for, and from where.
      enabled: outbound,
      origins: outbound,
      domain: outbound,
      languages: ordinary,
      colors: ordinary,
      logo: ordinary,
      // What it gives is said by campaigns, and judged there.
      catalogue: marketing,
      parts: ordinary,
      join: ordinary,
      privacyUrl: ordinary,
      texts: ordinary,
    },
  },
  // Each of them is a lock against people who bring themselves.
  referrals: {
    inside: { codes: limits, guards: limits, perMonth: limits, firstPurchaseOnly: limits, graceDays: limits },
  },
  campaigns: marketing,
}
