import { ActionIcon, Collapse, Group, Menu, Paper, Text, TextInput, Title, UnstyledButton } from '@mantine/core'
import {
  IconAlertTriangle,
  IconArrowDown,
  IconArrowUp,
  IconChevronDown,
  IconChevronRight,
  IconCopy,
  IconDots,
  IconTrash,
} from '@tabler/icons-react'
import { useState } from 'react'
import { tellCampaign } from '../../../../../server/domain/sentence/tell.ts'
import { formWordsIn } from '../../../../../server/domain/sentence/words.ts'
import { useSpoken, useTexts } from '../../../../texts/texts.ts'
import { asText, useAt, useEditing } from '../editing.ts'
import { faultsIn } from '../model/faults.ts'
import { isEntry } from '../model/plain.ts'
import { RuleForm } from './rule-form.tsx'

interface RuleCardProps {
  readonly index: number
  readonly count: number
  readonly rule: unknown
  readonly onRemove: () => void
  readonly onMove: (by: -1 | 1) => void
  readonly onCopy: () => void
}

/** One rule. Of several, those that are closed say in a sentence what they do. */
export function RuleCard({ index, count, rule, onRemove, onMove, onCopy }: RuleCardProps) {
  const { editor } = useTexts()
  const { language } = useSpoken()
  const { value, telling, faults, isReadOnly } = useEditing()
  const [isOpen, setOpen] = useState(count === 1 || index === 0)
  const name = useAt(['rules', index, 'name'])
  const entry = isEntry(rule) ? rule : {}
  const title = asText(entry.name) || editor.ruleNumber(index + 1)
  // Two rules may have one name.
  const label = count > 1 && title === asText(entry.name) ? `${editor.ruleNumber(index + 1)}: ${title}` : title
  const hasFault = faultsIn(faults, ['rules', index]).length > 0
  const sentence = isOpen
    ? ''
    : (tellCampaign({ id: isEntry(value) ? value.id : undefined, rules: [rule] }, telling).rules[0]?.sentence ?? '')
  return (
    <Paper p="md" component="section" aria-label={label}>
      <Group justify="space-between" wrap="nowrap" align="flex-start">
        <UnstyledButton onClick={() => setOpen((was) => !was)} aria-expanded={isOpen}>
          <Group gap="xs" wrap="nowrap">
            {isOpen ? <IconChevronDown size={18} /> : <IconChevronRight size={18} />}
            {hasFault && (
              <IconAlertTriangle size={18} color="var(--mantine-color-error)" aria-label={editor.hasFault} />
            )}
            <Title order={2} size="h4">
              {title}
            </Title>
          </Group>
        </UnstyledButton>
        {!isReadOnly && <RuleMenu {...{ index, count, onRemove, onMove, onCopy }} />}
      </Group>
      {!isOpen && (
        <Text size="sm" c="dimmed" mt={4}>
          {sentence}
        </Text>
      )}
      <Collapse expanded={isOpen}>
        {isOpen && (
          <>
            <TextInput
              mt="sm"
              label={formWordsIn(language).ruleKeys.name}
              value={asText(name.value)}
              onChange={({ currentTarget }) => name.set(currentTarget.value === '' ? undefined : currentTarget.value)}
              error={name.fault}
              readOnly={isReadOnly}
              maw={480}
              mb="sm"
            />
            <RuleForm path={['rules', index]} />
          </>
        )}
      </Collapse>
    </Paper>
  )
}

function RuleMenu({ index, count, onRemove, onMove, onCopy }: Omit<RuleCardProps, 'rule'>) {
  const { editor } = useTexts()
  return (
    <Menu position="bottom-end">
      <Menu.Target>
        <ActionIcon variant="subtle" color="gray" size="lg" aria-label={editor.ruleActions}>
          <IconDots size={18} />
        </ActionIcon>
      </Menu.Target>
      <Menu.Dropdown>
        <Menu.Item leftSection={<IconCopy size={16} />} onClick={onCopy}>
          {editor.copyRule}
        </Menu.Item>
        <Menu.Item leftSection={<IconArrowUp size={16} />} disabled={index === 0} onClick={() => onMove(-1)}>
          {editor.moveUp}
        </Menu.Item>
        <Menu.Item leftSection={<IconArrowDown size={16} />} disabled={index === count - 1} onClick={() => onMove(1)}>
          {editor.moveDown}
        </Menu.Item>
        <Menu.Divider />
        <Menu.Item color="red" leftSection={<IconTrash size={16} />} onClick={onRemove}>
          {editor.removeRule}
        </Menu.Item>
      </Menu.Dropdown>
    </Menu>
  )
}
