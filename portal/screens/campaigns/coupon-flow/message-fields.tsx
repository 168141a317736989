import { Alert, Button, Group, Stack, Text, Textarea, TextInput } from '@mantine/core'
import { useRef } from 'react'
import { useTexts } from '../../../texts/texts.ts'
import { namesCoupon } from './coupon-entries.ts'

interface MessageFieldsProps {
  readonly subject: string
  readonly body: string
  readonly isChecked: boolean
  readonly onSubject: (subject: string) => void
  readonly onBody: (body: string) => void
}

/** What the customer reads, with what is put in for each of them. */
export function MessageFields({ subject, body, isChecked, onSubject, onBody }: MessageFieldsProps) {
  const { couponFlow: texts } = useTexts()
  const field = useRef<HTMLTextAreaElement>(null)
  const insert = (name: string) => {
    const { selectionStart: from = body.length, selectionEnd: to = body.length } = field.current ?? {}
    onBody(`${body.slice(0, from)}{{ ${name} }}${body.slice(to)}`)
    field.current?.focus()
  }
  const faultOf = (text: string) => (isChecked && text.trim() === '' ? texts.missing : undefined)
  return (
    <Stack gap="xs">
      <TextInput
        label={texts.subject}
        value={subject}
        maxLength={500}
        error={faultOf(subject)}
        onChange={({ currentTarget }) => onSubject(currentTarget.value)}
      />
      <Textarea
        ref={field}
        label={texts.body}
        value={body}
        autosize
        minRows={3}
        error={faultOf(body)}
        onChange={({ currentTarget }) => onBody(currentTarget.value)}
      />
      <Group gap="xs">
        <Text size="sm" c="dimmed">
          {texts.insert}
        </Text>
        {Object.entries(texts.placeholders).map(([name, label]) => (
          <Button key={name} variant="light" size="compact-sm" radius="xl" onClick={() => insert(name)}>
            {label}
          </Button>
        ))}
      </Group>
      {!namesCoupon(body) && (
        <Alert color="yellow" variant="light">
          {texts.noCode}
        </Alert>
      )}
    </Stack>
  )
}
