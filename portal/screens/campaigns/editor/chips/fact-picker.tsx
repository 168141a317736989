import { Button, Popover, ScrollArea, Stack, Text, TextInput, UnstyledButton } from '@mantine/core'
import { IconPlus, IconSearch } from '@tabler/icons-react'
import { type KeyboardEvent, type ReactNode, useMemo, useState } from 'react'
import { facts } from '../../../../../server/domain/brand/facts/all.ts'
import { type FactGroup, factGroupOf, factGroups } from '../../../../../server/domain/sentence/form-words.ts'
import { factWords, formWordsIn } from '../../../../../server/domain/sentence/words.ts'
import { useSpoken, useTexts } from '../../../../texts/texts.ts'
import { useEditing } from '../editing.ts'
import { newCondition } from '../model/new-condition.ts'
import type { PlainEntry } from '../model/plain.ts'
import { readyConditions } from '../model/ready-conditions.ts'
import { factsOf, type Topic } from '../model/topics.ts'
import classes from './chips.module.css'

interface FactPickerProps {
  readonly label: string
  readonly topic?: Topic | undefined
  /** One that is ready need not be opened. */
  readonly onPick: (condition: PlainEntry, isReady: boolean) => void
}

/** What most campaigns ask for comes first. */
const usual: Readonly<Record<Topic, readonly string[]>> = {
  customer: ['tier', 'segment', 'balance', 'card.isEnrolled', 'history.checkouts', 'customer.birthdayInDays'],
  basket: ['products.quantity', 'checkout.netTotal', 'products.total', 'coupon', 'code'],
  time: ['request.dayOfWeek', 'request.hour', 'location.id', 'location.group', 'request.callType'],
}

/** Adds a condition: first what it is about. */
export function FactPicker({ label, topic, onPick }: FactPickerProps) {
  const { editor } = useTexts()
  const [isOpen, setOpen] = useState(false)
  const [search, setSearch] = useState('')
  const pick = (condition: PlainEntry, isReady: boolean) => {
    setOpen(false)
    setSearch('')
    onPick(condition, isReady)
  }
  return (
    <Popover opened={isOpen} onChange={setOpen} position="bottom-start" width={340} trapFocus returnFocus withinPortal>
      <Popover.Target>
        <Button
          variant="light"
          size="compact-sm"
          radius="xl"
          leftSection={<IconPlus size={14} />}
          onClick={() => setOpen((was) => !was)}
        >
          {label}
        </Button>
      </Popover.Target>
      <Popover.Dropdown aria-label={label} p={0}>
        <TextInput
          data-autofocus
          aria-label={editor.searchFacts}
          placeholder={editor.searchFacts}
          leftSection={<IconSearch size={16} />}
          value={search}
          onChange={({ currentTarget: { value } }) => setSearch(value)}
          onKeyDown={toFirst}
          m="xs"
        />
        <FactList {...{ topic, search }} onPick={pick} />
      </Popover.Dropdown>
    </Popover>
  )
}

/** From the search, the arrow leads into the list; Enter takes the first. */
function toFirst(event: KeyboardEvent<HTMLElement>): void {
  const first = event.currentTarget.closest('[role=dialog]')?.querySelector<HTMLButtonElement>('[data-fact]')
  if (event.key !== 'ArrowDown' && event.key !== 'Enter') return
  event.preventDefault()
  if (event.key === 'Enter') first?.click()
  else first?.focus()
}

function alongFacts(event: KeyboardEvent<HTMLElement>): void {
  if (event.key !== 'ArrowDown' && event.key !== 'ArrowUp') return
  event.preventDefault()
  const all = [...event.currentTarget.querySelectorAll<HTMLButtonElement>('[data-fact]')]
  const at = all.findIndex((one) => document.activeElement?.isSameNode(one))
  all[Math.max(0, Math.min(all.length - 1, at + (event.key === 'ArrowDown' ? 1 : -1)))]?.focus()
}

interface FactListProps {
  readonly topic: Topic | undefined
  readonly search: string
  readonly onPick: FactPickerProps['onPick']
}

function FactList({ topic, search, onPick }: FactListProps) {
  const { editor } = useTexts()
  const { language } = useSpoken()
  const words = formWordsIn(language).factGroups
  const also: Readonly<Record<string, string>> = editor.alsoCalled
  const groups = useMemo(
    () => groupsOf(topic, search, (fact) => `${factWords(fact, language)} ${also[fact] ?? ''}`),
    [topic, search, language, also],
  )
  const ready = useReady(topic, search)
  const isEmpty = groups.length === 0 && ready.length === 0
  return (
    <ScrollArea.Autosize mah={360} type="auto" onKeyDown={alongFacts}>
      <Stack gap={2} p="xs" pt={0}>
        {isEmpty && (
          <Text size="sm" c="dimmed">
            {editor.nothingFound}
          </Text>
        )}
        {ready.length > 0 && <GroupTitle>{editor.readyConditions}</GroupTitle>}
        {ready.map(({ title, condition }) => (
          <UnstyledButton key={title} data-fact="" className={classes.fact} onClick={() => onPick(condition, true)}>
            {title}
          </UnstyledButton>
        ))}
        {groups.map(([group, names]) => (
          <div key={group}>
            <GroupTitle>{group === 'usual' ? editor.usualFacts : words[group]}</GroupTitle>
            {names.map((fact) => (
              <UnstyledButton
                key={fact}
                data-fact={fact}
                className={classes.fact}
                onClick={() => onPick(newCondition(fact), false)}
              >
                {factWords(fact, language)}
              </UnstyledButton>
            ))}
          </div>
        ))}
      </Stack>
    </ScrollArea.Autosize>
  )
}

function GroupTitle({ children }: { readonly children: ReactNode }) {
  return (
    <Text size="xs" c="dimmed" fw={600} mt={6} mb={2}>
      {children}
    </Text>
  )
}

/** The ready conditions that match, by what they are called here. */
function useReady(topic: Topic | undefined, search: string) {
  const { editor } = useTexts()
  const { names } = useEditing()
  const wanted = search.trim().toLowerCase()
  return readyConditions(topic, names.listOf('tierLevel'))
    .map(({ name, level, condition }) => ({ title: editor.ready[name](level ?? ''), condition }))
    .filter(({ title }) => title.toLowerCase().includes(wanted))
}

type Groups = readonly (readonly [FactGroup | 'usual', readonly string[]])[]

function groupsOf(topic: Topic | undefined, search: string, words: (fact: string) => string): Groups {
  const offered = topic === undefined ? Object.keys(facts) : factsOf(topic)
  const wanted = search.trim().toLowerCase()
  const matching = offered.filter((fact) => `${words(fact)} ${fact}`.toLowerCase().includes(wanted))
  const first = topic !== undefined && wanted === '' ? usual[topic].filter((fact) => offered.includes(fact)) : []
  const grouped = factGroups.map(
    (group) => [group, matching.filter((fact) => factGroupOf(fact) === group && !first.includes(fact))] as const,
  )
  return [['usual', first] as const, ...grouped].filter(([, names]) => names.length > 0)
}
