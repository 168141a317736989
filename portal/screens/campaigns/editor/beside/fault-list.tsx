import { List, Paper, Text, Title, UnstyledButton } from '@mantine/core'
import { IconAlertTriangle, IconCircleCheck } from '@tabler/icons-react'
import { useTexts } from '../../../../texts/texts.ts'
import { useEditing } from '../editing.ts'
import { readEntry } from '../model/entry-text.ts'
import type { PlacedFault } from '../model/faults.ts'

interface FaultListProps {
  readonly text: string
  readonly warnings: readonly PlacedFault[]
  readonly onOpen: (fault: PlacedFault) => void
}

/** What keeps the campaign from being published, each leading to its place. */
export function FaultList({ text, warnings, onOpen }: FaultListProps) {
  const { editor } = useTexts()
  const { faults } = useEditing()
  const problems = readEntry(text).problems.map(
    ({ line, column, message }): PlacedFault => ({ path: [], at: '', line, column, message }),
  )
  const all = problems.length > 0 ? problems : faults
  const isFine = all.length === 0
  return (
    <Paper p="md" component="section" aria-label={editor.toMend(all.length)} aria-live="polite">
      <Title order={2} size="sm" mb={isFine && warnings.length === 0 ? 0 : 'xs'}>
        {isFine ? (
          <Text span inherit c="var(--mantine-color-teal-light-color)">
            <IconCircleCheck size={16} /> {editor.nothingToMend}
          </Text>
        ) : (
          <Text span inherit c="var(--mantine-color-error)">
            <IconAlertTriangle size={16} /> {editor.toMend(all.length)}
          </Text>
        )}
      </Title>
      <List size="sm" spacing={4}>
        {[...all, ...warnings].map((fault) => (
          <List.Item key={`${fault.at} ${fault.message}`}>
            <UnstyledButton onClick={() => onOpen(fault)} fz="sm">
              {fault.message}
            </UnstyledButton>
          </List.Item>
        ))}
      </List>
    </Paper>
  )
}
