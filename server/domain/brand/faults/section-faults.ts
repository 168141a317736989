import type { Advice } from './advice.ts'
import type { FoundValue } from './found.ts'
import type { NoValues } from './reading-faults.ts'

/** What is wrong with the other sections of the file: keys, locations, programs, coupons, messages, passes. */
export interface SectionFaults {
  readonly notSubnet: { readonly found: FoundValue }
  readonly secretsUnclear: NoValues
  readonly rateOfMain: { readonly currency: string }
  readonly notHash: NoValues
  readonly passwordTwice: NoValues
  readonly passwordAndSet: NoValues
  readonly onlyTrue: NoValues
  readonly untilNotLater: NoValues
  readonly generateNeeded: NoValues
  readonly couponsOrCodes: NoValues
  readonly couponIsCode: { readonly coupon: string; readonly code: string }
  readonly otherSetKind: { readonly set: string; readonly has: 'codes' | 'coupons' }
  readonly valuesNeeded: { readonly type: string }
  readonly valuesExtra: { readonly type: string }
  readonly ownParent: NoValues
  readonly notAddress: { readonly example: string; readonly found: FoundValue }
  readonly notEmail: { readonly found: FoundValue }
  readonly notPng: NoValues
  readonly appleHalf: NoValues
  readonly googleLogo: NoValues
  readonly noMoney: { readonly set: string; readonly program: string }
  readonly codeNeeded: { readonly balanceType: string }
  readonly codeExtra: { readonly balanceType: string }
  readonly subtracksOfPunches: NoValues
  readonly tooManyDigits: { readonly amount: string; readonly scale: number }
  readonly tooFewNumbers: { readonly random: number; readonly count: number }
  readonly valueTypeTwice: { readonly name: string }
  readonly worthOfMoney: { readonly name: string }
  readonly valueTypeMissing: { readonly name: string; readonly has: readonly string[] }
  readonly pinDigits: { readonly digits: number }
  readonly earnedNeedsType: NoValues
  readonly typeOfEarned: { readonly fact: string }
  readonly withinADay: NoValues
  readonly keepADay: NoValues
  readonly levelOrder: { readonly at: number; readonly before: string }
  readonly keepAbove: { readonly at: number }
  readonly noSuchField: { readonly name: string; readonly advice?: Advice | undefined }
  readonly setOfOther: { readonly set: string; readonly program: string }
  readonly rewardTrigger: { readonly trigger: string }
  readonly rewardOfChild: NoValues
  readonly rewardPrice: NoValues
  readonly levelTwice: { readonly id: string }
  readonly languageNotFirst: { readonly first: string }
  readonly languagesUnsaid: { readonly language: string }
  readonly languageUnsaid: { readonly language: string; readonly known: readonly string[] }
  readonly languagesMissing: { readonly languages: readonly string[]; readonly fallback: string }
  readonly textsMissing: { readonly names: readonly string[] }
}
