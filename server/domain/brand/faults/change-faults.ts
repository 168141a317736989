import type { Language } from '../../../ground/kernel/language.ts'
import type { NoValues } from './reading-faults.ts'

/** What somebody else's changes would lose; absent where they are told otherwise. */
export interface UndoneLines {
  readonly lines: readonly string[]
  readonly more: number
}

/** What keeps a change of a brand from being made, though its file is sound. */
export interface ChangeFaults {
  /** What the judge has against it, which has words of its own: its room comes after this one. */
  readonly judged: Readonly<Record<Language, string>>
  readonly noBrand: NoValues
  readonly noBrandYet: NoValues
  readonly notATime: { readonly given: string }
  readonly timePassed: NoValues
  readonly secretWaits: NoValues
  readonly cardsWait: NoValues
  readonly authorGone: NoValues
  readonly otherBrand: { readonly brand: string }
  readonly otherBrandsFile: { readonly brand: string }
  readonly notCampaigns: NoValues
  readonly draftChanged: NoValues
  readonly noSuchDraft: { readonly brand: string }
  readonly noVersionKept: NoValues
  readonly keyExtra: { readonly section: string }
  readonly keyNeeded: { readonly name: string }
  readonly keyDiffers: { readonly key: string }
  readonly fewRandomDigits: { readonly digits: number; readonly min: number }
  readonly weakPassword: { readonly min: number }
  readonly weakSecret: { readonly min: number }
  readonly weakPin: { readonly min: number }
  readonly publicSecret: NoValues
  readonly nothingToKeep: NoValues
  readonly otherProgram: { readonly program: string }
  readonly secretsMissing: NoValues
  readonly keyByHand: NoValues
  readonly scaleFixed: { readonly before: number; readonly after: number }
  readonly subtracksFixed: { readonly names: readonly string[] }
  readonly setShrinks: { readonly count: number; readonly of: 'card' | 'coupon' }
  readonly inOtherSet: { readonly of: 'card' | 'coupon'; readonly set: string }
  readonly codeHidesCoupon: { readonly coupon: string }
  readonly tooMuchStock: { readonly count: number; readonly max: number }
  readonly numbersUsedUp: NoValues
  readonly exportedElsewhere: { readonly version: number; readonly undone?: UndoneLines | undefined }
  readonly neverApplied: { readonly current: number; readonly undone?: UndoneLines | undefined }
  readonly changedSince: { readonly base: number; readonly current: number; readonly undone?: UndoneLines | undefined }
}

/** What is wrong with rows of a table of products. */
export interface RowFaults {
  readonly notCsv: NoValues
  readonly columnsMissing: { readonly columns: readonly string[] }
  readonly unknownColumn: { readonly name: string; readonly columns: readonly string[] }
  readonly tooManyRows: { readonly max: number }
  readonly fieldCount: { readonly fields: number; readonly columns: number }
  readonly skuMissing: NoValues
  readonly skuTwice: { readonly sku: string; readonly line: number }
}
