import { Group, Text } from '@mantine/core'
import { writtenName } from '../../../../../server/domain/brand/entries/written-name.ts'
import { BrandLink } from '../../../../parts/brand-link.tsx'
import { useTexts } from '../../../../texts/texts.ts'
import { addressOf, type DraftText } from './draft.ts'

interface DraftEntriesProps {
  readonly draftId: string
  readonly entries: readonly DraftText[]
  readonly current: DraftText
}

/** What else the draft changes; each leads to its own form. */
export function DraftEntries({ draftId, entries, current }: DraftEntriesProps) {
  const { editor } = useTexts()
  const others = entries.filter((one) => addressOf(one) !== addressOf(current) && one.text !== undefined)
  if (others.length === 0) return null
  return (
    <Group gap="xs">
      <Text size="sm" c="dimmed">
        {editor.alsoInDraft}
      </Text>
      {others.map(({ section, key, text = '' }) => (
        <BrandLink
          key={addressOf({ section, key })}
          size="sm"
          to={`campaigns/drafts/${draftId}/edit/${section}/${encodeURIComponent(key ?? section)}`}
        >
          {[editor.sections[section] ?? section, writtenName(text) ?? key]
            .filter((one) => one !== undefined)
            .join(': ')}
        </BrandLink>
      ))}
    </Group>
  )
}
