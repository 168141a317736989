/** What happened, and what would have: decimal text for amounts. */
interface Pair<T> {
  readonly happened: T
  readonly replayed: T
}

/** An amount of a currency or value type. */
export interface AmountPair extends Pair<string> {
  readonly of: string
}

export interface RuleReport {
  /** campaignId/ruleId */
  readonly rule: string
  /** The names of both, in the file that was tried or in the brand's own. */
  readonly campaign?: string
  readonly name?: string
  readonly firings: Pair<number>
  /** Cards that it fired for at least once. */
  readonly customers: Pair<number>
  readonly discounts: readonly AmountPair[]
  readonly issued: readonly AmountPair[]
  /** What it gave in the main currency, value by its worth, less balance that it took for it. */
  readonly worth: Pair<string>
}

export interface DraftRule {
  /** campaignId/ruleId */
  readonly rule: string
  readonly campaign: string
  readonly name: string
  /** Whether sales fire it. What others would cost, past sales cannot tell. */
  readonly isTried: boolean
}

/** A sale, and what was given in it, in the main currency. */
export interface RewardedBasket {
  readonly requestRef: string
  readonly date: string
  readonly total: string
  readonly given: string
}

/** Two rules of different campaigns that gave something in the same sales. */
export interface RulesTogether {
  readonly rules: readonly [string, string]
  readonly sales: number
  /** What both gave in them, in the main currency. */
  readonly given: string
}

interface Changed {
  readonly date: string
  readonly discounts: readonly AmountPair[]
  readonly issued: readonly AmountPair[]
}

export interface ChangedBasket extends Changed {
  readonly requestRef: string
}

/** Amounts by which the replay differs, below 0 where the customer would have got less. */
export interface ChangedCustomer {
  readonly cardNumber: string
  readonly discounts: readonly { readonly of: string; readonly amount: string }[]
  readonly issued: readonly { readonly of: string; readonly amount: string }[]
}

export interface CountOf {
  readonly what: string
  readonly count: number
}

/** The whole answer of a replay. All lists are bounded. */
export interface ReplayReport {
  readonly from: string
  readonly to: string
  /** `draft`, or `asItWas`: by the versions that were in force. */
  readonly file: 'draft' | 'asItWas'
  /** Of a file that was tried: the brand's version when it was. */
  readonly liveVersion?: number
  /** Every so many cards; with more than 1, everything below is an estimate. */
  readonly sample: number
  readonly isEstimate: boolean
  readonly checkouts: {
    readonly replayed: number
    readonly same: number
    readonly different: number
    readonly refused: number
  }
  readonly returns: { readonly replayed: number; readonly same: number; readonly different: number }
  /** Other calls, applied as they happened. */
  readonly otherCalls: number
  readonly cost: { readonly discounts: readonly AmountPair[]; readonly issued: readonly AmountPair[] }
  /** What sales came to before discounts, less returns, and all that was given for them, in the main currency. */
  readonly currency: string
  readonly revenue: Pair<string>
  readonly worth: Pair<string>
  /** Value types that were given and count as nothing, because the file does not tell what they are worth. */
  readonly unpriced: readonly string[]
  /** Of what would have been: the sale in which most was given, and the one with the highest share of its total. */
  readonly largest?: RewardedBasket
  readonly worst?: RewardedBasket
  readonly together: readonly RulesTogether[]
  readonly togetherLeftOut: number
  /** Cards that any rule fired for. */
  readonly customers: Pair<number>
  readonly rules: readonly RuleReport[]
  readonly rulesLeftOut: number
  /** Of a draft: the rules of its own campaigns. */
  readonly draftRules?: readonly DraftRule[]
  readonly budgets: readonly {
    readonly budget: string
    readonly period: string
    readonly amount: number
    readonly spent: number
    readonly ranOutAt?: string
  }[]
  readonly baskets: { readonly gain: readonly ChangedBasket[]; readonly lose: readonly ChangedBasket[] }
  readonly cardholders: { readonly gain: readonly ChangedCustomer[]; readonly lose: readonly ChangedCustomer[] }
  /** Why checkouts would have been refused, by error code. */
  readonly refusals: readonly CountOf[]
  /** What was not decided again, although it might have been, and what was decided on less than was known then. */
  readonly notReplayed: readonly CountOf[]
  readonly approximated: readonly CountOf[]
  /** What customers spent that they would not have had. */
  readonly shortfalls: readonly { readonly of: string; readonly amount: string }[]
}
