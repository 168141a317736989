import { List, Stack, Text, Title } from '@mantine/core'
import type { ReactNode } from 'react'
import type { RouteAnswer } from '../../ask/ask.ts'
import { useTexts } from '../../texts/texts.ts'

type Explanation = NonNullable<RouteAnswer<'callDetail'>['calls'][number]['explanation']>

/** Which rules took effect, which nearly did and what was missing, and why the others did not. */
export function Explained({ explanation }: { readonly explanation: Explanation }) {
  const { call: texts } = useTexts()
  const { fired, nearly, rest, newSince, levels, takenBack, shortfalls } = explanation
  return (
    <Stack gap="md">
      {fired.length === 0 && <Text>{texts.noRules}</Text>}
      <Part title={texts.fired} isShown={fired.length > 0}>
        {fired.map(({ rule, campaign, effects }) => (
          <List.Item key={rule}>
            {campaign}
            {effects.map(({ words }) => (
              <Text key={words} size="sm" c="dimmed">
                {words}
              </Text>
            ))}
          </List.Item>
        ))}
      </Part>
      <Part title={texts.nearly} isShown={nearly.length > 0}>
        {nearly.map(({ rule, campaign, missing }) => (
          <List.Item key={rule}>
            {campaign}
            <Text size="sm" c="dimmed">
              {missing}
            </Text>
          </List.Item>
        ))}
      </Part>
      <Part title={texts.rest} isShown={rest.length > 0}>
        {rest.map(({ reason, rules }) => (
          <List.Item key={reason}>
            {reason}
            <Text size="sm" c="dimmed">
              {rules.map(({ campaign }) => campaign).join(', ')}
            </Text>
          </List.Item>
        ))}
      </Part>
      <Part title={texts.newSince} isShown={newSince.length > 0}>
        {newSince.map(({ rule, campaign, name }) => (
          <List.Item key={rule}>{campaign === name ? name : `${campaign}: ${name}`}</List.Item>
        ))}
      </Part>
      {[...levels, ...takenBack, ...shortfalls].map((words) => (
        <Text key={words} size="sm">
          {words}
        </Text>
      ))}
    </Stack>
  )
}

interface PartProps {
  readonly title: string
  readonly isShown: boolean
  readonly children: ReactNode
}

function Part({ title, isShown, children }: PartProps) {
  if (!isShown) return null
  return (
    <div>
      <Title order={3} size="sm" mb={4}>
        {title}
      </Title>
      <List spacing="xs">{children}</List>
    </div>
  )
}
