import { List, Stack, Text, Title } from '@mantine/core'
import { IconCheck, IconX } from '@tabler/icons-react'
import type { OperationAnswer } from '../../../../ask/ask.ts'
import { useTexts } from '../../../../texts/texts.ts'

interface WhyProps {
  readonly explanation: OperationAnswer<'simulate'>['explanation']
  readonly campaignId: string
}

/** Which rules of the campaign fired, and what kept the others from it. Other campaigns are only named. */
export function Why({ explanation: { fired, nearly, rest }, campaignId }: WhyProps) {
  const { editor } = useTexts()
  const isOwn = ({ rule }: { readonly rule: string }) => rule.startsWith(`${campaignId}/`)
  const own = {
    fired: fired.filter(isOwn),
    nearly: nearly.filter(isOwn),
    rest: rest.flatMap(({ reason, rules }) => rules.filter(isOwn).map((one) => ({ ...one, reason }))),
  }
  const others = fired.filter((one) => !isOwn(one))
  return (
    <Stack gap={6} data-why>
      <Title order={3} size="xs">
        {editor.why}
      </Title>
      <List size="sm" spacing={4} listStyleType="none" withPadding={false}>
        {own.fired.map(({ rule, name, campaign, effects }) => (
          <List.Item
            key={rule}
            icon={<IconCheck size={16} color="var(--mantine-color-teal-light-color)" aria-label={editor.fired} />}
          >
            {calledIn({ rule, name, campaign })}
            <Text size="xs" c="dimmed">
              {effects.map(({ words }) => words).join('; ')}
            </Text>
          </List.Item>
        ))}
        {own.nearly.map(({ missing, ...one }) => (
          <NotFired key={one.rule} name={calledIn(one)} why={missing} label={editor.notFired} />
        ))}
        {own.rest.map(({ why, reason, ...one }) => (
          <NotFired key={one.rule} name={calledIn(one)} why={why ?? reason} label={editor.notFired} />
        ))}
      </List>
      {others.length > 0 && (
        <Text size="xs" c="dimmed">
          {editor.alsoFired([...new Set(others.map(({ campaign }) => campaign))].join(', '))}
        </Text>
      )}
    </Stack>
  )
}

interface JudgedRule {
  readonly rule: string
  readonly name: string
  readonly campaign: string
}

/** A rule that has no name of its own is called by its campaign: ids say nothing to anybody. */
const calledIn = ({ rule, name, campaign }: JudgedRule) => (rule.endsWith(`/${name}`) ? campaign : name)

function NotFired({ name, why, label }: { readonly name: string; readonly why: string; readonly label: string }) {
  return (
    <List.Item icon={<IconX size={16} color="var(--mantine-color-dimmed)" aria-label={label} />}>
      {name}
      <Text size="xs" c="dimmed">
        {why}
      </Text>
    </List.Item>
  )
}
