import { Group, Stack, Text } from '@mantine/core'
import { type KeyboardEvent, useState } from 'react'
import { formWordsIn } from '../../../../../server/domain/sentence/words.ts'
import { useSpoken, useTexts } from '../../../../texts/texts.ts'
import { useAt, useEditing } from '../editing.ts'
import { ChoiceField } from '../fields/choice-field.tsx'
import { NumberField } from '../fields/number-field.tsx'
import {
  type ConditionGroup,
  type GroupKind,
  groupKinds,
  groupOf,
  makeGroup,
  moved,
  withoutCondition,
} from '../model/conditions.ts'
import { isSame, listOf, type Path, type PlainEntry, pathText } from '../model/plain.ts'
import { type Topic, topicOf } from '../model/topics.ts'
import classes from './chips.module.css'
import { ConditionChip } from './condition-chip.tsx'
import { ConditionMenu } from './condition-menu.tsx'
import { FactPicker } from './fact-picker.tsx'

interface ConditionListProps {
  /** The `when` of a rule or a campaign. */
  readonly path: Path
  /** Only those that belong to one part of the form. */
  readonly topic?: Topic
  /** With a topic: all conditions are shown, and those of the topic are offered. */
  readonly showsAll?: boolean
  readonly label: string
  readonly addLabel: string
  /** What it means that there is no condition. */
  readonly empty: string
}

/** The conditions of a rule as chips, all of which must hold, and one to add another. */
export function ConditionList({ path, topic, showsAll = false, label, addLabel, empty }: ConditionListProps) {
  const { editor } = useTexts()
  const { isReadOnly } = useEditing()
  const { value, set } = useAt(path)
  const list = listOf(value)
  const [open, setOpen] = useState<Path>()
  const shown = list.flatMap((condition, index) =>
    topic === undefined || showsAll || topicOf(condition) === topic ? [{ condition, index }] : [],
  )
  const add = (condition: PlainEntry, isReady: boolean) => {
    set([...list, condition])
    if (!isReady) setOpen([list.length])
  }
  const onKeyDown = (event: KeyboardEvent<HTMLElement>) =>
    chipKeys(event, list, (next) => set(next.length > 0 ? next : undefined), path)
  return (
    <Stack gap={6} role="group" aria-label={label}>
      {/* biome-ignore lint/a11y/noStaticElementInteractions: the keys belong to the chips in it, which are buttons. */}
      <div className={classes.list} onKeyDown={onKeyDown}>
        {shown.length === 0 && (
          <Text size="sm" c="dimmed">
            {empty}
          </Text>
        )}
        {shown.map(({ condition, index }, at) => (
          <Condition
            key={`${index} ${isGroupKey(condition)}`}
            {...{ condition, open, setOpen, topic }}
            listPath={path}
            at={[index]}
            isFirst={at === 0}
            word={editor.and}
          />
        ))}
        {!isReadOnly && <FactPicker label={addLabel} topic={topic} onPick={add} />}
      </div>
    </Stack>
  )
}

const isGroupKey = (condition: unknown) => (groupOf(condition) ? 'group' : 'one')

interface ConditionProps {
  readonly condition: unknown
  readonly listPath: Path
  readonly at: Path
  readonly topic: Topic | undefined
  readonly open: Path | undefined
  readonly setOpen: (open: Path | undefined) => void
  readonly isFirst: boolean
  /** What stands between two of them. */
  readonly word: string
}

function Condition({ condition, listPath, at, topic, open, setOpen, isFirst, word }: ConditionProps) {
  const group = groupOf(condition)
  return (
    <>
      {!isFirst && <span className={classes.and}>{word}</span>}
      {group ? (
        <GroupBox {...{ group, listPath, at, topic, open, setOpen }} />
      ) : (
        <ConditionChip
          place={{ listPath, at }}
          isOpen={isSame(open, at)}
          onOpen={(isOpen) => setOpen(isOpen ? at : undefined)}
        />
      )}
    </>
  )
}

type GroupBoxProps = Omit<ConditionProps, 'condition' | 'isFirst' | 'word'> & { readonly group: ConditionGroup }

/** Conditions that hold together in another way than all: a box with chips in it. */
function GroupBox({ group, listPath, at, topic, open, setOpen }: GroupBoxProps) {
  const { editor } = useTexts()
  const { language } = useSpoken()
  const { groups } = formWordsIn(language)
  const { isReadOnly } = useEditing()
  const { set } = useAt([...listPath, ...at])
  const atLeast = useAt([...listPath, ...at, 'atLeast'])
  const { kind, conditions, listKey, count = 1 } = group
  const inner: Path = [...at, listKey]
  const add = (condition: PlainEntry, isReady: boolean) => {
    set(makeGroup(kind, [...conditions, condition], count))
    if (!isReady) setOpen([...inner, conditions.length])
  }
  return (
    <fieldset className={classes.group} data-path={pathText([...listPath, ...at])} aria-label={groups[kind]}>
      <Group gap="xs" mb="xs">
        <ChoiceField
          label={editor.groupKind}
          isLabelHidden
          value={kind}
          choices={groupKinds.map((one) => ({ value: one, label: groups[one] }))}
          onChange={(next) => set(makeGroup(next as GroupKind, conditions, count))}
          width={230}
        />
        {kind === 'atLeast' && (
          <NumberField
            label={editor.howMany}
            isLabelHidden
            value={atLeast.value}
            onChange={(next) => set({ atLeast: next ?? 1, of: conditions })}
            error={atLeast.fault}
            min={1}
            isWhole
            width={80}
          />
        )}
        <ConditionMenu place={{ listPath, at }} onDone={() => setOpen(undefined)} />
      </Group>
      <div className={classes.list}>
        {conditions.map((condition, index) => (
          <Condition
            // biome-ignore lint/suspicious/noArrayIndexKey: a condition has nothing but its place that stays while it is edited.
            key={index}
            {...{ condition, listPath, topic, open, setOpen }}
            at={[...inner, index]}
            isFirst={index === 0}
            word={kind === 'all' ? editor.and : editor.or}
          />
        ))}
        {!isReadOnly && <FactPicker label={editor.addToGroup} onPick={add} />}
      </div>
    </fieldset>
  )
}

/** Arrows go along the chips, with Alt they move one; Delete removes it. */
function chipKeys(
  event: KeyboardEvent<HTMLElement>,
  list: readonly unknown[],
  set: (next: readonly unknown[]) => void,
  listPath: Path,
): void {
  const chip = event.target instanceof HTMLElement ? event.target.closest<HTMLElement>('[data-chip]') : null
  if (!chip || event.target !== chip) return
  const by = event.key === 'ArrowRight' ? 1 : event.key === 'ArrowLeft' ? -1 : undefined
  const at = stepsOf(chip.dataset.path ?? '', pathText(listPath))
  if (event.key === 'Delete') set(withoutCondition(list, at))
  else if (by !== undefined && event.altKey) set(moved(list, at, by))
  else if (by !== undefined) neighbour(event.currentTarget, chip, by)?.focus()
  else return
  event.preventDefault()
}

function neighbour(within: HTMLElement, chip: HTMLElement, by: number): HTMLElement | undefined {
  const all = [...within.querySelectorAll<HTMLElement>('[data-chip]')]
  return all[all.indexOf(chip) + by]
}

/** The place in the list out of the path of a chip: `rules[0].when[2].any[1]` is `[2, 'any', 1]`. */
function stepsOf(path: string, listPath: string): Path {
  return [...path.slice(listPath.length).matchAll(/\[(\d+)\]|([^.[\]]+)/g)].map(([, index, key]) =>
    index === undefined ? (key ?? '') : Number(index),
  )
}
