import { Button, Group, NativeSelect, Paper, Skeleton, Stack, Text, Title } from '@mantine/core'
import { useState } from 'react'
import { ask } from '../../ask/ask.ts'
import { useBrand } from '../../ask/brand-context.ts'
import { useAsking } from '../../ask/queries.ts'
import { EmptyState } from '../../parts/empty-state.tsx'
import { ErrorPanel } from '../../parts/error-panel.tsx'
import { Moment } from '../../parts/figures.tsx'
import { StatusBadge } from '../../parts/status-badge.tsx'
import { useTexts } from '../../texts/texts.ts'
import { type SentAmount, useValueTitle } from './amounts.ts'
import { PersonChanges } from './person-changes.tsx'
import { type CardHappening, useSentence } from './sentence.ts'
import classes from './story.module.css'

interface StoryProps {
  readonly cardNumber: string
  readonly open: string | undefined
  readonly onOpen: (requestRef: string) => void
}

/** What happened to a card, told in sentences, the newest first. */
export function Story({ cardNumber, open, onOpen }: StoryProps) {
  const { cards: texts } = useTexts()
  const { id: brand } = useBrand()
  const { data, error, refetch } = useAsking('cardStory', { cardNumber })
  const [older, setOlder] = useState<readonly CardHappening[]>([])
  const [value, choose] = useState('')
  const [place, setPlace] = useState<{ readonly next: number | undefined }>()
  if (error) return <ErrorPanel error={error} onRetry={() => void refetch()} />
  const next = place ? place.next : data?.next
  const goOn = async () => {
    const page = await ask('cardStory', { cardNumber, before: next }, brand)
    setOlder((before) => [...before, ...page.happenings])
    setPlace({ next: page.next })
  }
  const known = new Set(data?.happenings.map(({ requestRef }) => requestRef))
  const all = data && [...data.happenings, ...older.filter(({ requestRef }) => !known.has(requestRef))]
  const shown = value === '' ? all : all?.filter((one) => movedIn(one).some((moved) => keyOf(moved) === value))
  return (
    <Paper p="md" component="section" aria-label={texts.story}>
      <Group justify="space-between" mb="sm">
        <Title order={2}>{texts.story}</Title>
        <ValueChoice happenings={all ?? []} value={value} onChange={choose} />
      </Group>
      {!all && <Skeleton height={320} />}
      {all?.length === 0 && <EmptyState title={texts.storyEmpty} />}
      {value !== '' && shown?.length === 0 && <Text c="dimmed">{texts.storyOfNone}</Text>}
      {shown?.map((one) => (
        <Entry key={one.requestRef} happening={one} isOpen={one.requestRef === open} onOpen={onOpen} />
      ))}
      {next !== undefined && (
        <Group justify="center" mt="sm">
          <Button variant="default" onClick={() => void goOn()}>
            {texts.older}
          </Button>
        </Group>
      )}
    </Paper>
  )
}

const movedIn = ({ got = [], lost = [], held = [] }: CardHappening) => [...got, ...lost, ...held]

const keyOf = ({ balanceType, balanceCode = '', track = '' }: SentAmount) => `${balanceType} ${balanceCode} ${track}`

interface ValueChoiceProps {
  readonly happenings: readonly CardHappening[]
  readonly value: string
  readonly onChange: (value: string) => void
}

/** For whoever asks where their points went: only what moved these. */
function ValueChoice({ happenings, value, onChange }: ValueChoiceProps) {
  const { cards: texts } = useTexts()
  const titleOf = useValueTitle()
  const kinds = new Map(happenings.flatMap(movedIn).map((moved) => [keyOf(moved), titleOf(moved)]))
  if (kinds.size < 2) return null
  const data = [...kinds].map(([key, label]) => ({ value: key, label }))
  return (
    <NativeSelect
      aria-label={texts.storyOf}
      value={value}
      onChange={({ currentTarget }) => onChange(currentTarget.value)}
      data={[{ value: '', label: texts.storyOfAll }, ...data]}
    />
  )
}

interface EntryProps {
  readonly happening: CardHappening
  readonly isOpen: boolean
  readonly onOpen: (requestRef: string) => void
}

function Entry({ happening, isOpen, onOpen }: EntryProps) {
  const { cards: texts } = useTexts()
  const sentence = useSentence()
  const { requestRef, at, isVoided, user, approvedBy, note, changes = [] } = happening
  return (
    <button type="button" className={classes.entry} aria-expanded={isOpen} onClick={() => onOpen(requestRef)}>
      <Text size="xs" c="dimmed" component="div">
        <Group gap="xs">
          <Moment at={at} />
          {user !== undefined && <span>{texts.by(user)}</span>}
          {approvedBy !== undefined && <span>{texts.approvedBy(approvedBy)}</span>}
        </Group>
      </Text>
      <Group gap="sm">
        <Text component="span" className={isVoided ? classes.voided : undefined}>
          {sentence(happening)}
        </Text>
        {isVoided && <StatusBadge mood="neutral" text={texts.voided} />}
      </Group>
      <PersonChanges changes={changes} />
      {note !== undefined && (
        <Stack gap={0}>
          <Text size="sm" c="dimmed">
            {note}
          </Text>
        </Stack>
      )}
    </button>
  )
}
