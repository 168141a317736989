import { Select } from '@mantine/core'
import { useCalling } from '../../../ask/queries.ts'
import { useTexts } from '../../../texts/texts.ts'

interface DraftChoiceProps {
  readonly label: string
  readonly value: string | undefined
  readonly onChange: (draftId: string | null) => void
}

/** Chooses one of the drafts that are not over; nothing, while there are none. */
export function DraftChoice({ label, value, onChange }: DraftChoiceProps) {
  const { simulator: texts } = useTexts()
  const { data } = useCalling('listDrafts', {})
  const drafts = data?.drafts ?? []
  if (drafts.length === 0 && value === undefined) return null
  return (
    <Select
      label={label}
      placeholder={texts.noDraft}
      clearable
      searchable
      value={value ?? null}
      onChange={onChange}
      data={drafts.map(({ draftId, title }) => ({ value: draftId, label: title }))}
    />
  )
}
