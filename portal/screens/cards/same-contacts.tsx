import { Alert, Text } from '@mantine/core'
import { useDebouncedValue } from '@mantine/hooks'
import { useAsking } from '../../ask/queries.ts'
import { useTexts } from '../../texts/texts.ts'
import type { CustomerForm } from './customer-changes.ts'
import { nameOf } from './dialogs/both-people.tsx'

interface SameContactsProps {
  readonly cardNumber: string
  readonly before: CustomerForm['customer']
  readonly now: CustomerForm['customer']
}

/** Warns of an address or number that was just typed and that another customer has. It can be saved all the same. */
export function SameContacts({ cardNumber, before, now }: SameContactsProps) {
  const { customer: texts } = useTexts()
  const typed = {
    email: now.email === before.email ? '' : now.email.trim(),
    phones: (['mobilePhone', 'phone'] as const).flatMap((name) =>
      now[name] === before[name] ? [] : now[name].trim() || [],
    ),
  }
  const [asked] = useDebouncedValue(JSON.stringify(typed), 400)
  const { email, phones } = JSON.parse(asked) as typeof typed
  const { data } = useAsking(
    'sameContacts',
    { cardNumber, ...(email !== '' && { email }), phones },
    { enabled: email !== '' || phones.length > 0 },
  )
  if ((typed.email === '' && typed.phones.length === 0) || !data || data.others.length === 0) return null
  return (
    <Alert color="yellow" role="alert" title={texts.sameTitle}>
      {data.others.map(({ by, cardNumber: other, holder = {} }) => (
        <Text key={`${by} ${other}`} size="sm">
          {texts.same[by]([nameOf(holder), other].filter(Boolean).join(' · '))}
        </Text>
      ))}
      <Text size="sm">{texts.sameWhat}</Text>
    </Alert>
  )
}
