import { createContext, useContext } from 'react'
import type { SentenceSource } from '../../../../server/domain/brand/facts/telling.ts'
import type { YamlSchema } from '../../../parts/yaml/schema-at.ts'
import { useTexts } from '../../../texts/texts.ts'
import type { Apart } from './draft/use-apart.ts'
import type { Groups } from './draft/use-groups.ts'
import { faultWords } from './fault-words.ts'
import { faultsAt, type PlacedFault } from './model/faults.ts'
import { type Path, valueAt } from './model/plain.ts'
import type { EditorNames } from './names.ts'

/** An entry of a draft that is being edited, and everything that its fields need to know. */
export interface Editing {
  /** What the text says. */
  readonly value: unknown
  /** Changes a value in the text; undefined takes it away. */
  readonly change: (path: Path, next: unknown) => void
  readonly faults: readonly PlacedFault[]
  readonly isReadOnly: boolean
  readonly schema: YamlSchema | undefined
  readonly names: EditorNames
  readonly telling: SentenceSource
  readonly apart: Apart
  readonly groups: Groups
}

export const EditingContext = createContext<Editing | undefined>(undefined)

export function useEditing(): Editing {
  const editing = useContext(EditingContext)
  if (!editing) throw new Error('Nothing is being edited here.')
  return editing
}

interface ValueAt {
  readonly value: unknown
  readonly set: (next: unknown) => void
  readonly fault: string | undefined
  readonly isReadOnly: boolean
}

/** A value of the entry, how to change it, and what is wrong with it. */
export function useAt(path: Path): ValueAt {
  const { value, change, faults, isReadOnly } = useEditing()
  const { editor } = useTexts()
  const found = faultsAt(faults, path)
  return {
    value: valueAt(value, path),
    set: (next) => change(path, next),
    fault: found.length > 0 ? found.map((one) => faultWords(one, editor.faultKinds)).join(' ') : undefined,
    isReadOnly,
  }
}

export const asText = (value: unknown): string => (value === undefined || value === null ? '' : String(value))
