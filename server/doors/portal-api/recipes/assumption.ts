import type { Raw } from '../../../domain/brand/facts/draft.ts'

interface LiveRule {
  readonly campaign: string
  readonly rule: string
}

/** What a recipe takes for granted about the brand, once it is fitted to it. */
export type Assumption =
  /** The rule for everybody stays the brand's own; the recipe makes it so many times as much. */
  | { readonly kind: 'earnsAlready'; readonly rule: LiveRule; readonly times: number }
  /** Both would give. */
  | { readonly kind: 'earnsTwice'; readonly rule: LiveRule }
  /** Rules for some that would give on top. */
  | { readonly kind: 'alsoEarns'; readonly rules: readonly LiveRule[] }
  /** What is given ends like everything else of its kind. */
  | { readonly kind: 'expires'; readonly issue: Raw }
  | { readonly kind: 'replaced'; readonly noun: ReplacedNoun; readonly from: string; readonly to: string }
  /** The brand has nothing of the kind to put in its place. */
  | { readonly kind: 'unknown'; readonly noun: ReplacedNoun; readonly name: string }

export type ReplacedNoun = 'valueType' | 'level' | 'product' | 'category' | 'parent'
