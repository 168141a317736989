import { Button, Group, Paper, Skeleton, Stack, Text, Title } from '@mantine/core'
import { useState } from 'react'
import { ask } from '../../ask/ask.ts'
import { useBrand } from '../../ask/brand-context.ts'
import { useAsking } from '../../ask/queries.ts'
import { EmptyState } from '../../parts/empty-state.tsx'
import { ErrorPanel } from '../../parts/error-panel.tsx'
import { Moment } from '../../parts/figures.tsx'
import { StatusBadge } from '../../parts/status-badge.tsx'
import { useTexts } from '../../texts/texts.ts'
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
  return (
    <Paper p="md" component="section" aria-label={texts.story}>
      <Title order={2} mb="sm">
        {texts.story}
      </Title>
      {!all && <Skeleton height={320} />}
      {all?.length === 0 && <EmptyState title={texts.storyEmpty} />}
      {all?.map((one) => (
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
