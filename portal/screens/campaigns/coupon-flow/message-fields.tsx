import { Alert, Button, Fieldset, Group, Stack, Text, Textarea, TextInput } from '@mantine/core'
import { useRef } from 'react'
import { languageName } from '../../../parts/language-name.ts'
import { useSpoken, useTexts } from '../../../texts/texts.ts'
import { type MessageText, namesCoupon } from './coupon-entries.ts'

interface MessageFieldsProps {
  readonly message: MessageText
  readonly isChecked: boolean
  readonly onChange: (message: MessageText) => void
}

/** What the customer reads, in each language of the brand by itself. */
export function MessageFields(props: MessageFieldsProps) {
  const { language: reader } = useSpoken()
  const { language } = props.message
  if (language === undefined) return <WrittenMessage {...props} />
  return (
    <Fieldset legend={languageName(language, reader)}>
      <WrittenMessage {...props} />
    </Fieldset>
  )
}

/** With what is put in for each customer. */
function WrittenMessage({ message, isChecked, onChange }: MessageFieldsProps) {
  const { couponFlow: texts } = useTexts()
  const { subject, body } = message
  const onBody = (next: string) => onChange({ ...message, body: next })
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
        onChange={({ currentTarget }) => onChange({ ...message, subject: currentTarget.value })}
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
