import type { NoValues } from './reading-faults.ts'

/** What is wrong with a text that is not YAML, or that is too much of it. */
export interface TextFaults {
  readonly fileTooLarge: { readonly mebibytes: number }
  readonly tooDeep: { readonly levels: number }
  readonly tooManyKeys: { readonly max: number }
  readonly tooSlow: NoValues
  readonly unreadable: { readonly why: string }
  readonly keyMissing: NoValues
  readonly entryMissing: NoValues
  readonly duplicateKey: { readonly name: string; readonly line: number; readonly isList: boolean }
  readonly protoKey: NoValues
  readonly keyNotText: NoValues
  readonly braceUnquoted: NoValues
  readonly dashWithoutSpace: { readonly name: string }
  readonly aliases: NoValues
  readonly tabIndent: NoValues
  readonly tabAsSpace: NoValues
  readonly quoteOpen: { readonly mark: string }
  readonly listOpen: NoValues
  readonly objectOpen: NoValues
  readonly badStart: { readonly mark: string; readonly write: string }
  readonly dashesInBrackets: NoValues
  readonly commaMissing: NoValues
  readonly indentDiffers: NoValues
  readonly indentBelowValue: NoValues
  readonly badEscape: { readonly sequence: string }
  readonly directive: { readonly write: string }
  readonly secondDocument: NoValues
  readonly unknownTag: { readonly tag: string; readonly write: string }
  readonly anchorsAndTags: NoValues
  readonly aliasMeant: { readonly write: string }
  readonly aliasHere: NoValues
  readonly secondColon: { readonly write: string }
  readonly colonWithoutSpace: { readonly write: string }
  readonly colonMissing: { readonly write: string }
  readonly keyWithoutValue: NoValues
  /** Before this, if it is short enough to be shown. */
  readonly spaceMissing: { readonly before: string }
  readonly bracketOpen: NoValues
  readonly quotesNeeded: { readonly text: string; readonly write: string }
  readonly entryOnOwnLine: NoValues
  readonly bracketTooMany: { readonly bracket: string }
  readonly singleQuotesEnd: NoValues
  readonly quotesEnd: NoValues
  readonly unexpected: { readonly text: string }
  readonly notYaml: { readonly why: string }
}
