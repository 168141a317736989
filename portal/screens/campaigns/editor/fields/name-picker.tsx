import { MultiSelect, Select } from '@mantine/core'
import { useDebouncedValue } from '@mantine/hooks'
import { useMemo, useState } from 'react'
import { useAsking } from '../../../../ask/queries.ts'
import { useTexts } from '../../../../texts/texts.ts'
import { useEditing } from '../editing.ts'
import type { Named, NamedNoun } from '../names.ts'

interface NamePickerProps {
  readonly noun: NamedNoun
  readonly label: string
  readonly isLabelHidden?: boolean
  readonly error?: string | undefined
  readonly only?: (one: Named) => boolean
}

interface OnePickerProps extends NamePickerProps {
  readonly value: string | undefined
  readonly onChange: (next: string | undefined) => void
  readonly isClearable?: boolean
}

interface ManyPickerProps extends NamePickerProps {
  /** Whether the cursor goes there when a popover opens. */
  readonly isFirst?: boolean
  readonly value: readonly string[]
  readonly onChange: (next: readonly string[]) => void
}

const labelled = (label: string, isHidden = false) => (isHidden ? { 'aria-label': label } : { label })

/** Chooses one thing of the brand by its name. */
export function NamePicker(props: OnePickerProps) {
  const { noun, label, isLabelHidden, error, value, onChange, isClearable = false } = props
  const { editor } = useTexts()
  const { isReadOnly } = useEditing()
  const { data, search, setSearch } = useChoices(props, value === undefined ? [] : [value])
  return (
    <Select
      {...labelled(label, isLabelHidden)}
      data={data}
      value={value ?? null}
      onChange={(next) => onChange(next ?? undefined)}
      searchable
      clearable={isClearable}
      searchValue={search}
      onSearchChange={setSearch}
      filter={({ options }) => options}
      placeholder={editor.choose[noun]}
      nothingFoundMessage={editor.nothingFound}
      error={error}
      readOnly={isReadOnly}
      limit={50}
      comboboxProps={{ withinPortal: false, width: 'max-content', position: 'bottom-start' }}
    />
  )
}

/** Chooses several. */
export function NamesPicker(props: ManyPickerProps) {
  const { noun, label, isLabelHidden, error, value, onChange, isFirst = false } = props
  const { editor } = useTexts()
  const { isReadOnly } = useEditing()
  const { data, search, setSearch } = useChoices(props, value)
  return (
    <MultiSelect
      {...labelled(label, isLabelHidden)}
      {...(isFirst && { 'data-autofocus': true })}
      data={data}
      value={[...value]}
      onChange={onChange}
      searchable
      searchValue={search}
      onSearchChange={setSearch}
      filter={({ options }) => options}
      {...(value.length === 0 && { placeholder: editor.choose[noun] })}
      nothingFoundMessage={editor.nothingFound}
      error={error}
      readOnly={isReadOnly}
      limit={50}
      comboboxProps={{ withinPortal: false }}
    />
  )
}

/** Few are searched here, many by the server. What is chosen stays visible, even if the brand does not know it. */
function useChoices({ noun, only }: NamePickerProps, chosen: readonly string[]) {
  const { names } = useEditing()
  const [search, setSearch] = useState('')
  const [settled] = useDebouncedValue(search, 150)
  const known = names.listOf(noun)
  const isLocal = names.isAll(noun)
  const isChosen = chosen.some((id) => (names.nameOf(noun, id) ?? id) === settled)
  const text = isChosen ? '' : settled
  const { data: found } = useAsking('findNames', { noun, text, count: 50 }, { enabled: !isLocal })
  const data = useMemo(() => {
    const wanted = isChosen ? '' : search.toLowerCase()
    const matching = (isLocal ? known : (found?.names ?? known)).filter(
      (one) =>
        (only?.(one) ?? true) &&
        (!isLocal || `${one.id} ${one.name} ${one.about ?? ''}`.toLowerCase().includes(wanted)),
    )
    const missing = chosen.filter((id) => !matching.some((one) => one.id === id))
    return [
      ...matching.map(({ id, name, about }) => ({
        value: id,
        label: about === undefined ? name : `${name} (${about})`,
      })),
      ...missing.map((id) => ({ value: id, label: known.find((one) => one.id === id)?.name ?? id })),
    ]
  }, [isLocal, known, found, search, isChosen, chosen, only])
  return { data: distinctLabels(data), search, setSearch }
}

/** Two things of the same name are told apart by their ids. */
function distinctLabels(data: readonly { readonly value: string; readonly label: string }[]) {
  const counts = new Map<string, number>()
  for (const { label } of data) counts.set(label, (counts.get(label) ?? 0) + 1)
  return data.map(({ value, label }) => ({
    value,
    label: (counts.get(label) ?? 0) > 1 ? `${label} · ${value}` : label,
  }))
}
