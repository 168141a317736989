import { nearestOf } from '../../../ground/kernel/nearest.ts'
import type { Catalogued } from './noun.ts'

/** What may follow a fault: what to write instead. */
export type Advice =
  | { readonly advice: 'meant'; readonly name: string }
  /** The same of a name that is written without quotes. */
  | { readonly advice: 'meantBare'; readonly name: string }
  | { readonly advice: 'known'; readonly names: readonly string[] }
  | { readonly advice: 'knownHere'; readonly names: readonly string[] }
  | { readonly advice: 'possible'; readonly names: readonly string[] }
  | { readonly advice: 'define'; readonly section: string }
  /** A product, or something that products have, with those that there are if they are few. */
  | {
      readonly advice: 'addProduct'
      readonly noun: Catalogued
      readonly name: string
      readonly known: readonly string[]
    }
  | { readonly advice: 'write'; readonly text: string }
  | { readonly advice: 'example'; readonly text: string }
  /** Facts of other kinds than the one that was asked for. */
  | { readonly advice: 'facts'; readonly kinds: readonly string[] }
  | { readonly advice: 'fewerDigits' }
  | { readonly advice: 'withoutQuotes'; readonly number: string }
  | { readonly advice: 'withoutUnit'; readonly number: string; readonly hasComma: boolean }
  | { readonly advice: 'dashes' }
  | { readonly advice: 'moreUnknown'; readonly count: number }

/** The known name that was most likely meant. */
export function meantOf(given: unknown, known: Iterable<string>): Advice | undefined {
  const name = typeof given === 'string' ? nearestOf(given, known) : undefined
  return name === undefined ? undefined : { advice: 'meant', name }
}
