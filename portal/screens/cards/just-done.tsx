import { Button, Group, Paper, Stack, Text, Title } from '@mantine/core'
import { useState } from 'react'
import type { RouteAnswer } from '../../ask/ask.ts'
import { newRequestId, useCallToDo } from '../../ask/queries.ts'
import { showDone } from '../../parts/done-message.tsx'
import { ErrorPanel } from '../../parts/error-panel.tsx'
import { Moment } from '../../parts/figures.tsx'
import { useTexts } from '../../texts/texts.ts'
import { useSentence } from './sentence.ts'

type Served = Pick<RouteAnswer<'terminalCard'>, 'cardNumber' | 'mine'>

/** What somebody did with the card a moment ago, while they may still undo it themselves. */
export function JustDone({ card }: { readonly card: Served }) {
  const { till: texts } = useTexts()
  if (card.mine.length === 0) return null
  return (
    <Paper p="md" component="section" aria-label={texts.justDone}>
      <Title order={2} mb="xs">
        {texts.justDone}
      </Title>
      <Stack gap="xs">
        {card.mine.map((one) => (
          <Done key={one.requestRef} cardNumber={card.cardNumber} done={one} />
        ))}
      </Stack>
    </Paper>
  )
}

interface DoneProps {
  readonly cardNumber: string
  readonly done: Served['mine'][number]
}

function Done({ cardNumber, done }: DoneProps) {
  const { parts } = useTexts()
  const sentence = useSentence()
  const [requestId] = useState(newRequestId)
  const undo = useCallToDo('voidTransaction')
  const { requestRef, place, at, childCardNumber } = done
  const child = childCardNumber === undefined ? {} : { childCardNumber }
  const run = () => {
    const request = { requestRef, cardNumber, ...child }
    // The row goes as soon as it is undone; that it is undone is told all the same.
    undo.mutateAsync({ request, location: place?.id, note: parts.undo, requestId }).then(
      () => showDone(parts.undone),
      () => undefined,
    )
  }
  return (
    <Stack gap="xs">
      <Group justify="space-between" wrap="nowrap">
        <div>
          <Text>{sentence(done)}</Text>
          <Text size="sm" c="dimmed" component="div">
            <Moment at={at} />
          </Text>
        </div>
        <Button size="md" variant="default" loading={undo.isPending} onClick={run}>
          {parts.undo}
        </Button>
      </Group>
      {undo.error && <ErrorPanel error={undo.error} />}
    </Stack>
  )
}
