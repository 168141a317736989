import { Button, Menu } from '@mantine/core'
import {
  IconArrowDown,
  IconArrowUp,
  IconBoxMultiple,
  IconDots,
  IconLogin,
  IconLogout,
  IconTrash,
} from '@tabler/icons-react'
import { formWordsIn } from '../../../../../server/domain/sentence/words.ts'
import { useSpoken, useTexts } from '../../../../texts/texts.ts'
import { useAt, useEditing } from '../editing.ts'
import {
  dissolved,
  type GroupKind,
  grouped,
  groupOf,
  moved,
  movedInto,
  movedOut,
  withoutCondition,
} from '../model/conditions.ts'
import { listOf, type Path, valueAt } from '../model/plain.ts'
import type { ConditionPlace } from './condition-place.ts'

interface ConditionMenuProps {
  readonly place: ConditionPlace
  readonly onDone: () => void
}

/** Whatever can be done with a condition besides changing it: all of it works without a mouse. */
export function ConditionMenu({ place: { listPath, at }, onDone }: ConditionMenuProps) {
  const { editor } = useTexts()
  const { language } = useSpoken()
  const { isReadOnly } = useEditing()
  const { value, set } = useAt(listPath)
  if (isReadOnly) return null
  const list = listOf(value)
  const act = (next: readonly unknown[]) => {
    set(next.length > 0 ? next : undefined)
    onDone()
  }
  const { groups } = formWordsIn(language)
  const isGroup = groupOf(valueAt(list, at)) !== undefined
  const kinds: readonly GroupKind[] = ['any', 'all', 'none']
  return (
    <Menu position="bottom-end" withinPortal={false} keepMounted={false}>
      <Menu.Target>
        <Button variant="default" size="compact-sm" leftSection={<IconDots size={16} />}>
          {editor.more}
        </Button>
      </Menu.Target>
      <Menu.Dropdown>
        <Menu.Label>{editor.putInGroup}</Menu.Label>
        {kinds.map((kind) => (
          <Menu.Item
            key={kind}
            leftSection={<IconBoxMultiple size={16} />}
            onClick={() => act(grouped(list, at, kind))}
          >
            {groups[kind]}
          </Menu.Item>
        ))}
        <Menu.Divider />
        <MoveItems {...{ list, at, act }} />
        {isGroup && (
          <Menu.Item leftSection={<IconLogout size={16} />} onClick={() => act(dissolved(list, at))}>
            {editor.dissolve}
          </Menu.Item>
        )}
        <Menu.Divider />
        <Menu.Item color="red" leftSection={<IconTrash size={16} />} onClick={() => act(withoutCondition(list, at))}>
          {editor.remove}
        </Menu.Item>
      </Menu.Dropdown>
    </Menu>
  )
}

interface MoveItemsProps {
  readonly list: readonly unknown[]
  readonly at: Path
  readonly act: (next: readonly unknown[]) => void
}

function MoveItems({ list, at, act }: MoveItemsProps) {
  const { editor } = useTexts()
  const siblings = listOf(at.length === 1 ? list : valueAt(list, at.slice(0, -1)))
  const index = Number(at.at(-1))
  return (
    <>
      <Menu.Item
        leftSection={<IconArrowUp size={16} />}
        disabled={index === 0}
        onClick={() => act(moved(list, at, -1))}
      >
        {editor.moveUp}
      </Menu.Item>
      <Menu.Item
        leftSection={<IconArrowDown size={16} />}
        disabled={index >= siblings.length - 1}
        onClick={() => act(moved(list, at, 1))}
      >
        {editor.moveDown}
      </Menu.Item>
      {([-1, 1] as const)
        .filter((by) => groupOf(siblings[index + by]) !== undefined)
        .map((by) => (
          <Menu.Item key={by} leftSection={<IconLogin size={16} />} onClick={() => act(movedInto(list, at, by))}>
            {by < 0 ? editor.moveIntoBefore : editor.moveIntoAfter}
          </Menu.Item>
        ))}
      {at.length > 1 && (
        <Menu.Item leftSection={<IconLogout size={16} />} onClick={() => act(movedOut(list, at))}>
          {editor.moveOut}
        </Menu.Item>
      )}
    </>
  )
}
