import { Divider, Group, Popover, UnstyledButton } from '@mantine/core'
import { IconAlertTriangle } from '@tabler/icons-react'
import { useEffect, useRef } from 'react'
import { tellCondition } from '../../../../../server/domain/sentence/tell.ts'
import { useTexts } from '../../../../texts/texts.ts'
import { useAt, useEditing } from '../editing.ts'
import { faultsIn } from '../model/faults.ts'
import { pathText } from '../model/plain.ts'
import classes from './chips.module.css'
import { ConditionEditor } from './condition-editor.tsx'
import { ConditionMenu } from './condition-menu.tsx'
import type { ConditionPlace } from './condition-place.ts'

interface ConditionChipProps {
  readonly place: ConditionPlace
  readonly isOpen: boolean
  readonly onOpen: (isOpen: boolean) => void
}

/** A condition in words, which opens to be changed. */
export function ConditionChip({ place, isOpen, onOpen }: ConditionChipProps) {
  const { editor } = useTexts()
  const { telling, faults } = useEditing()
  const path = [...place.listPath, ...place.at]
  const { value: condition } = useAt(path)
  const words = tellCondition(condition, telling)
  const hasFault = faultsIn(faults, path).length > 0
  const target = useRef<HTMLButtonElement>(null)
  useEffect(() => {
    if (isOpen) target.current?.scrollIntoView({ block: 'nearest' })
  }, [isOpen])
  return (
    <Popover opened={isOpen} onChange={onOpen} position="bottom-start" width={460} trapFocus returnFocus withinPortal>
      <Popover.Target>
        <UnstyledButton
          ref={target}
          data-chip
          data-path={pathText(path)}
          className={classes.chip}
          {...(hasFault && { 'data-fault': true })}
          aria-keyshortcuts="Alt+ArrowLeft Alt+ArrowRight Delete"
          onClick={() => onOpen(!isOpen)}
        >
          {hasFault && <IconAlertTriangle size={16} aria-label={editor.hasFault} />}
          {words}
        </UnstyledButton>
      </Popover.Target>
      <Popover.Dropdown aria-label={words}>
        <ConditionEditor path={path} />
        <Divider my="sm" />
        <Group justify="flex-end">
          <ConditionMenu place={place} onDone={() => onOpen(false)} />
        </Group>
      </Popover.Dropdown>
    </Popover>
  )
}
