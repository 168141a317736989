import type MiniSearch from 'minisearch'
import type { Options } from 'minisearch'

export interface IndexedSection {
  readonly id: number
  readonly address: string
  readonly page: string
  readonly heading: string
  readonly text: string
}

export interface FoundSection {
  readonly address: string
  readonly page: string
  readonly heading: string
  readonly excerpt: readonly { readonly text: string; readonly isMatch: boolean }[]
}

export const indexOptions: Options<IndexedSection>

export function findSections(index: MiniSearch<IndexedSection>, query: string): readonly FoundSection[]
