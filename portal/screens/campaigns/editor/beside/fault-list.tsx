import { List, Paper, Text, Title, UnstyledButton } from '@mantine/core'
import { IconAlertTriangle, IconCircleCheck } from '@tabler/icons-react'
import type { Texts } from '../../../../texts/shape.ts'
import { useTexts } from '../../../../texts/texts.ts'
import { asText, useEditing } from '../editing.ts'
import { faultWords } from '../fault-words.ts'
import { readEntry } from '../model/entry-text.ts'
import type { PlacedFault } from '../model/faults.ts'
import { isEntry, listOf, valueAt } from '../model/plain.ts'

interface FaultListProps {
  readonly text: string
  readonly warnings: readonly PlacedFault[]
  readonly onOpen: (fault: PlacedFault) => void
}

/** What keeps the campaign from being published, each leading to its place. */
export function FaultList({ text, warnings, onOpen }: FaultListProps) {
  const { editor } = useTexts()
  const { faults, value } = useEditing()
  const problems = readEntry(text).problems.map(
    ({ line, column, message }): PlacedFault => ({ path: [], at: '', line, column, message, kind: 'other' }),
  )
  const all = problems.length > 0 ? problems : faults
  const isFine = all.length === 0
  return (
    <Paper p="md" component="section" aria-label={editor.toMend(all.length)} aria-live="polite" data-faults>
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
            <UnstyledButton onClick={() => onOpen(fault)} fz="sm" ta="start" style={{ verticalAlign: 'top' }}>
              {faultWords(fault, editor.faultKinds, placeName(value, fault, editor))}
            </UnstyledButton>
          </List.Item>
        ))}
      </List>
    </Paper>
  )
}

type PartWord = 'when' | 'condition' | 'gets' | 'limits'

const partsOfRule: ReadonlyMap<unknown, PartWord> = new Map<string, PartWord>([
  ...['trigger', 'date', 'schedule', 'window', 'segment', 'tier'].map((key) => [key, 'when'] as const),
  ['when', 'condition'],
  ['then', 'gets'],
  ['limit', 'limits'],
  ['budget', 'limits'],
])

/** Where a fault is, in the words of the form: the rule if there are several, and its part. */
function placeName(value: unknown, fault: PlacedFault, editor: Texts['editor']): string | undefined {
  const [first, , key] = fault.path
  const part = first === 'rules' ? partsOfRule.get(key) : undefined
  const names = [ruleName(value, fault), part && editor[part]].filter((one) => one !== undefined)
  return names.length > 0 ? names.join(', ') : undefined
}

/** The rule that a fault is in, as people call it. */
function ruleName(value: unknown, { path: [first, index] }: PlacedFault): string | undefined {
  if (first !== 'rules' || typeof index !== 'number') return undefined
  const rule = valueAt(value, ['rules', index])
  return isEntry(rule) && listOf(valueAt(value, ['rules'])).length > 1
    ? asText(rule.name) || asText(rule.id)
    : undefined
}
