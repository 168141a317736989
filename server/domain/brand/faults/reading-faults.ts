import type { Advice } from './advice.ts'
import type { FoundValue } from './found.ts'
import type { Catalogued, Noun } from './noun.ts'

/** A fault that has nothing to say beside its kind. */
export type NoValues = Readonly<Record<never, never>>

/** What is wrong with the form of a value, whatever it means; and with names that lead nowhere. */
export interface ReadingFaults {
  readonly moreFaults: { readonly max: number }
  readonly unknownKey: { readonly advice?: Advice | undefined }
  readonly missingKey: { readonly name: string; readonly example: string }
  readonly valueless: { readonly name: string; readonly example: string }
  readonly notObject: { readonly example: string; readonly found: FoundValue }
  readonly notList: { readonly example: string; readonly found: FoundValue; readonly advice?: Advice | undefined }
  readonly tooFewEntries: { readonly min: number; readonly example: string }
  readonly tooManyEntries: { readonly max: number; readonly count: number }
  readonly listedTwice: { readonly name: string | number }
  readonly notText: { readonly example: string; readonly found: FoundValue }
  /** A number or a word such as true, which quotes would make a text. */
  readonly unquoted: { readonly spelling: string; readonly isNumber: boolean }
  readonly emptyText: { readonly example: string }
  readonly tooShort: { readonly min: number }
  readonly tooLong: { readonly max: number; readonly length: number }
  readonly controlCharacters: NoValues
  readonly brokenCharacters: NoValues
  readonly notOfForm: { readonly form: ExpectedForm; readonly found: FoundValue; readonly example?: string | undefined }
  readonly notKnown: {
    readonly form: KnownForm
    readonly example: string
    readonly found: FoundValue
    readonly advice?: Advice | undefined
  }
  readonly notChoice: {
    readonly choices: readonly (string | number)[]
    readonly found: FoundValue
    readonly advice?: Advice | undefined
  }
  readonly notFlag: { readonly found: FoundValue; readonly advice?: Advice | undefined }
  readonly notNumber: { readonly example: string; readonly found: FoundValue; readonly advice?: Advice | undefined }
  readonly notWhole: { readonly example: string; readonly found: FoundValue; readonly advice?: Advice | undefined }
  readonly notAbove: { readonly bound: number; readonly given: number }
  readonly tooSmall: { readonly min: number; readonly given: number }
  readonly tooLarge: { readonly max: number; readonly given: number }
  readonly outOfRange: { readonly min: number; readonly max: number; readonly given: number }
  readonly undefinedName: {
    readonly noun: Noun
    readonly name: string
    readonly advice?: Advice | undefined
    /** How many more places name it. */
    readonly more: number
    /** A call may have created it. */
    readonly isPerhaps: boolean
  }
  readonly definedTwice: {
    readonly noun: Noun
    readonly name: string
    readonly path: string
    readonly line?: number | undefined
    /** Both have the same path, which would not tell them apart. */
    readonly isSamePath: boolean
  }
  readonly addsUnknown: { readonly name: string; readonly advice?: Advice | undefined }
  readonly notInCatalogue: { readonly noun: Catalogued; readonly name: string; readonly advice?: Advice | undefined }
}

/** What a text has to look like. */
export type ExpectedForm =
  | 'asciiWithoutColons'
  | 'asciiWithoutSpaces'
  | 'balanceCode'
  | 'codeWithoutSpaces'
  | 'colour'
  | 'digits'
  | 'fingerprint'
  | 'headerText'
  | 'host'
  | 'httpsAddress'
  | 'image'
  | 'language'
  | 'numberInQuotes'
  | 'origin'
  | 'passType'
  | 'pin'
  | 'sha256'
  | 'shortName'
  | 'shortNameOrUuid'
  | 'singleWord'
  | 'team'
  | 'timeOfDay'
  | 'uuid'

/** What a text has to be one of. */
export type KnownForm = 'country' | 'currency' | 'date' | 'dateTime' | 'timeOfDay' | 'timeZone'
