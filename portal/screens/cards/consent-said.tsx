import { Text } from '@mantine/core'
import { Moment } from '../../parts/figures.tsx'
import { useTexts } from '../../texts/texts.ts'
import type { CardPageData } from './card-page-data.ts'

type ConsentChoice = NonNullable<CardPageData['consents'][number]['said']>

/** When, where, by whom and with which words it was said whether messages are wanted. */
export function ConsentSaid({ said }: { readonly said: ConsentChoice }) {
  const { customer: texts } = useTexts()
  const { way, at, place, user, employee, key, text } = said
  const who = user ?? employee ?? (key === undefined ? undefined : texts.byKey(key))
  const how = [
    way === 'call' ? undefined : texts.consentWays[way],
    place && texts.atPlace(place.name),
    who && texts.by(who),
  ].filter((one) => one !== undefined)
  return (
    <>
      <Text size="sm" c="dimmed" component="div">
        <Moment at={at} /> {how.join(', ')}
      </Text>
      {text !== undefined && (
        <Text size="sm" c="dimmed">
          {texts.quoted(text)}
        </Text>
      )}
    </>
  )
}
