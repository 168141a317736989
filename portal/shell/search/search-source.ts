import type { TablerIcon } from '@tabler/icons-react'
import type { MyBrand } from '../../ask/answers.ts'
import type { Texts } from '../../texts/shape.ts'

/** Something that the search leads to. */
export interface Found {
  readonly id: string
  readonly label: string
  readonly about?: string | undefined
  readonly Icon?: TablerIcon
  /** Its address inside the brand, such as "cards/7000123". */
  readonly to: string
  readonly search?: Readonly<Record<string, string>>
}

export interface SearchContext {
  readonly query: string
  readonly brand: MyBrand
  readonly texts: Texts
}

/** One kind of things that can be found: cards, people, pages, actions. */
export interface SearchSource {
  readonly id: string
  readonly title: (texts: Texts) => string
  /** Called with what is typed, a moment after the last letter. Nothing for whoever may not see it. */
  readonly find: (context: SearchContext) => Promise<readonly Found[]> | readonly Found[]
}
