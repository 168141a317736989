import { Radio, SimpleGrid, Stack, Text } from '@mantine/core'
import type { RouteRequest } from '../../ask/ask.ts'
import { useTexts } from '../../texts/texts.ts'

type Template = RouteRequest<'createBrand'>['template']

const offered = ['cafe', 'giftCards', 'punchCard', 'empty'] as const satisfies readonly Template[]

interface TemplateChoiceProps {
  readonly value: Template
  readonly onChange: (value: Template) => void
}

/** What a brand begins with. */
export function TemplateChoice({ value, onChange }: TemplateChoiceProps) {
  const { begin } = useTexts()
  return (
    <Radio.Group label={begin.template} value={value} onChange={(chosen) => onChange(chosen as Template)}>
      <SimpleGrid cols={{ base: 1, sm: 2 }} mt="xs">
        {offered.map((one) => {
          const { name, what } = begin.templates[one]
          return (
            <Radio.Card key={one} value={one} p="md" aria-label={name}>
              <Stack gap={4}>
                <Radio.Indicator aria-hidden />
                <Text fw={600}>{name}</Text>
                <Text size="sm" c="dimmed">
                  {what}
                </Text>
              </Stack>
            </Radio.Card>
          )
        })}
      </SimpleGrid>
    </Radio.Group>
  )
}
