import type { Advice } from './advice.ts'
import type { FoundValue } from './found.ts'
import type { NoValues } from './reading-faults.ts'

/** What is wrong with conditions and amounts. */
export interface ConditionFaults {
  readonly conditionsTooDeep: { readonly levels: number }
  readonly tooManyConditions: { readonly max: number }
  readonly oneCondition: { readonly example: string }
  readonly notCondition: { readonly example: string; readonly found: FoundValue }
  /** Another word for fact or for a group. */
  readonly conditionWord: { readonly given: string; readonly advice: Advice }
  /** The fact where the word fact belongs. */
  readonly factAsKey: { readonly fact: string; readonly value: string }
  readonly noCondition: { readonly example: string }
  readonly tooFewConditions: { readonly atLeast: number; readonly count: number }
  readonly unknownFact: { readonly given: FoundValue; readonly advice: Advice }
  readonly onlyInCalls: { readonly fact: string }
  readonly noCheckoutHere: NoValues
  readonly operatorMissing: { readonly possible: readonly string[] }
  readonly operatorUnquoted: NoValues
  readonly unknownOperator: { readonly given: FoundValue; readonly advice: Advice }
  readonly unfitOperator: {
    readonly op: string
    readonly fact: string
    readonly type: string
    readonly isList: boolean
    readonly possible: readonly string[]
    /** Levels have an order, which only their ranks know. */
    readonly isOfLevels: boolean
  }
  readonly subtrackOfPunches: NoValues
  readonly unknownList: { readonly name: string; readonly channel: string; readonly advice?: Advice | undefined }
  readonly pairSwapped: { readonly write?: string | undefined }
  readonly amountOfBalance: NoValues
  readonly rateWithoutFact: { readonly example: string }
  readonly reckoningUnclear: { readonly ways: readonly string[] }
  readonly reckonsNoFact: NoValues
  readonly notCountable: { readonly fact: string }
  readonly boundsSwapped: {
    readonly low: string
    readonly high: string
    readonly from: number
    readonly to: number
    /** In which they are: '' where neither is by currency. */
    readonly currency: string
  }
  readonly exceptsNothing: NoValues
  readonly namesNoProducts: NoValues
  readonly namesNoAttributes: { readonly example: string }
  readonly boundsEmpty: NoValues
  readonly notWithin: { readonly found: FoundValue }
  readonly amountsEmpty: { readonly example: string }
  readonly amountMissing: { readonly currency: string; readonly location: string }
}

/** What is wrong with what rules give. */
export interface ResultFaults {
  readonly resultsIndented: { readonly names: readonly string[]; readonly result: string }
  readonly otherResult: { readonly given: string; readonly name: string; readonly example: string }
  readonly severalResults: { readonly names: readonly string[] }
  readonly notDuration: { readonly found: FoundValue }
  readonly expiresTwice: NoValues
  readonly expiresBeforeActive: NoValues
  readonly notDelay: { readonly found: FoundValue }
  readonly notAllOrNumber: { readonly example: string; readonly found: FoundValue }
  readonly convertsItself: NoValues
  readonly oneKindOf: { readonly kinds: readonly string[]; readonly given: readonly string[] }
  readonly unitsNeeded: NoValues
  readonly groupSizeNeeded: NoValues
  readonly skuOrChoose: NoValues
  readonly couponOfCodes: { readonly set: string }
  readonly templateOrText: NoValues
  readonly receiptOnlyDirect: NoValues
  readonly directLater: NoValues
  readonly directToReferrer: NoValues
  readonly templateChannel: { readonly template: string; readonly made: string; readonly channel: string }
  readonly noLists: { readonly channel: string }
  readonly notFieldValue: { readonly found: FoundValue }
  readonly clearedByNull: NoValues
  readonly offerAmountMissing: { readonly discountType: string }
  readonly offerAmountExtra: { readonly discountType: string }
  readonly bogoProducts: NoValues
  readonly offerEndMissing: NoValues
  readonly offerTooLong: NoValues
  readonly notMustache: NoValues
  readonly tagUnpaired: NoValues
  readonly sectionNotOpen: { readonly name: string }
  readonly sectionNotClosed: { readonly name: string }
  readonly unknownVariable: {
    readonly name: string
    readonly possible?: readonly string[] | undefined
    readonly advice?: Advice | undefined
  }
  readonly valueInScript: { readonly tag: string }
  readonly tooManyDecimals: {
    readonly decimals: number
    readonly name: string
    readonly scale: number
    readonly isCut: boolean
  }
  readonly burntBalance: { readonly name: string; readonly step: string }
}

/** What is wrong with when rules and campaigns hold, for whom, and how often. */
export interface CampaignFaults {
  readonly offsetAfterExpiry: NoValues
  readonly ruleOrOnce: NoValues
  readonly hourInRule: { readonly name: string }
  readonly rulePartUnknown: { readonly name: string; readonly allowed: readonly string[] }
  readonly rulePartValue: { readonly name: string; readonly value: string }
  readonly givenTwice: { readonly name: string }
  readonly frequencyMissing: NoValues
  readonly notADate: { readonly name: string; readonly value: string }
  readonly countAndUntil: NoValues
  readonly countTooEarly: NoValues
  readonly monthDayWeekly: NoValues
  readonly numberedDay: NoValues
  readonly positionAlone: NoValues
  readonly limitsSame: NoValues
  readonly windowEmpty: NoValues
  readonly dateMissing: NoValues
  readonly dateOfRoots: NoValues
  readonly dateExtra: { readonly trigger: string }
  readonly segmentMissing: NoValues
  readonly segmentExtra: { readonly trigger: string }
  readonly tierMissing: NoValues
  readonly tierExtra: { readonly trigger: string }
  readonly levelsOfRoots: NoValues
  readonly triggerWithoutCheckout: { readonly trigger: string }
  readonly ruleWithoutCheckout: { readonly rule: string; readonly trigger: string }
  readonly optionsOfCheckouts: NoValues
  readonly needsCheckout: { readonly result: string }
  readonly noResponse: { readonly trigger: string; readonly on?: string | undefined }
  readonly noReferrer: { readonly trigger: string }
  readonly untilNotAfter: NoValues
  readonly notBudgetOf: { readonly found: FoundValue; readonly advice?: Advice | undefined }
  readonly oneAmount: NoValues
  readonly currencyNeeded: NoValues
  readonly daysOutOfRange: NoValues
  readonly currencyUncovered: { readonly currency: string; readonly location: string; readonly isByCurrency: boolean }
  /** A budget of something that is never given; a discount, if it has no name. */
  readonly budgetIdle: { readonly name?: string | undefined }
  readonly sharesSum: { readonly sum: number }
  readonly nameReserved: { readonly name: string }
  readonly unknownVariant: { readonly name: string; readonly advice?: Advice | undefined }
  readonly noVariants: { readonly name: string }
  readonly variantUnused: NoValues
  readonly groupTwice: { readonly group: string }
  readonly blockCompetes: { readonly group: string }
  readonly groupLarge: { readonly group: string; readonly count: number; readonly max: number }
  /** What a free product is worth is not said, where it competes. */
  readonly giftWorthless: { readonly group: string }
  readonly notCombines: { readonly found: FoundValue }
  readonly combinationEmpty: NoValues
  readonly maxDiscountEmpty: NoValues
  readonly overtakes: { readonly path: string; readonly group: string }
  readonly couponUnhonoured: { readonly set: string }
  /** Whatever honours a coupon ends before it is no longer given. */
  readonly couponOutlived: { readonly set: string; readonly until: string }
  readonly couponLeft: { readonly set: string; readonly campaign: string }
  readonly programLacksValue: { readonly name: string; readonly programs: readonly string[] }
}
