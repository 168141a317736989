import { Alert, Button, Group, Text } from '@mantine/core'
import { IconAlertTriangle } from '@tabler/icons-react'
import { type ErrorReason, isPortalError, isUncertain, type PortalError } from '../ask/portal-error.ts'
import { aboutDraft } from '../ask/wrong-field.ts'
import type { Texts } from '../texts/shape.ts'
import { type SpokenLanguage, useSpoken } from '../texts/texts.ts'

interface ErrorPanelProps {
  readonly error: unknown
  readonly onRetry?: () => void
}

/** Says what happened, why, and what to do. It stays until it is mended. */
export function ErrorPanel({ error, onRetry }: ErrorPanelProps) {
  const { texts, language } = useSpoken()
  const { errors, parts } = texts
  const known = isPortalError(error) ? error : undefined
  const why = known ? whyOf(known, texts, language) : ''
  return (
    <Alert
      color={isUncertain(error) ? 'yellow' : 'red'}
      variant="light"
      role="alert"
      icon={<IconAlertTriangle size={20} />}
      title={known ? errors.titles[known.reason] : errors.unexpected}
    >
      {why !== '' && <Text size="sm">{why}</Text>}
      <Group justify="space-between" mt={4}>
        <Text size="sm">{known ? whatToDo(known, errors) : String(error)}</Text>
        {onRetry && (
          <Button size="compact-sm" variant="default" onClick={onRetry}>
            {parts.tryAgain}
          </Button>
        )}
      </Group>
    </Alert>
  )
}

function whatToDo({ reason, retryAfterSeconds }: PortalError, errors: Texts['errors']): string {
  return reason === 'slowDown' && retryAfterSeconds !== undefined
    ? errors.slowDownSeconds(retryAfterSeconds)
    : errors.whatToDo[reason]
}

/** These are told by their title alone; what the server adds is in English. */
const toldByTitle: readonly ErrorReason[] = [
  'loginNeeded',
  'confirmNeeded',
  'approvalNeeded',
  'forbidden',
  'notFound',
  'slowDown',
  'unavailable',
]

/** Their titles say all there is to say, in every language. */
const needNoWhy: readonly ErrorReason[] = ['doneBefore', 'inDoubt']

/**
 * What the server says is in English, but for drafts. In other languages a refusal is told by its code, and what has a title of its own
 * needs no more. What is left names fields or references, and is better in English than not at all.
 */
export function whyOf(error: PortalError, texts: Texts, language: SpokenLanguage): string {
  const why = reasonOf(error, texts, language)
  return error.notBack ? [why, texts.errors.notBack].filter(Boolean).join(' ') : why
}

function reasonOf(error: PortalError, { errorHelp }: Texts, language: SpokenLanguage): string {
  const { reason, code, message } = error
  if (needNoWhy.includes(reason)) return ''
  const ofDraft = aboutDraft(error)
  if (ofDraft !== undefined) return ofDraft
  if (language === 'en') return message
  const known: Readonly<Record<number, { readonly what: string }>> = errorHelp
  const told = reason === 'refused' && code !== undefined ? known[code]?.what : undefined
  // A fault of one field says which.
  if (told !== undefined) return /^[\w.[\]]+: /.test(message) ? `${told} (${message})` : told
  return toldByTitle.includes(reason) ? '' : message
}
