import { Button, Group, List, Paper, Stack, Text, ThemeIcon, Title, VisuallyHidden } from '@mantine/core'
import { IconCheck, IconCircle } from '@tabler/icons-react'
import { Link } from '@tanstack/react-router'
import type { RouteAnswer } from '../../ask/ask.ts'
import { useBrand, useMay } from '../../ask/brand-context.ts'
import { useTexts } from '../../texts/texts.ts'

export type Steps = RouteAnswer<'firstSteps'>
type Step = Steps['steps'][number]['step']

/** What a new brand still needs, each with the way there; the first that is open stands out. */
export function FirstSteps({ found }: { readonly found: Steps }) {
  const { begin } = useTexts()
  const { steps } = found
  const done = steps.filter(({ isDone }) => isDone).length
  const next = steps.find(({ isDone }) => !isDone)?.step
  return (
    <Paper p="lg" component="section" aria-label={begin.stepsTitle}>
      <Title order={2}>{begin.stepsTitle}</Title>
      <Text c="dimmed" size="sm" mb="md">
        {begin.stepsAbout(done, steps.length)}
      </Text>
      <List listStyleType="none" spacing="md">
        {steps.map(({ step, isDone }) => (
          <List.Item key={step} styles={{ itemWrapper: { display: 'block' } }}>
            <StepRow {...{ step, isDone }} isNext={step === next} found={found} />
          </List.Item>
        ))}
      </List>
    </Paper>
  )
}

interface StepRowProps {
  readonly step: Step
  readonly isDone: boolean
  readonly isNext: boolean
  readonly found: Steps
}

function StepRow({ step, isDone, isNext, found }: StepRowProps) {
  const { begin } = useTexts()
  const { title, what, action } = begin.steps[step]
  const address = useAddress(step, found)
  return (
    <Group wrap="nowrap" align="flex-start" gap="sm">
      <ThemeIcon
        variant={isDone ? 'filled' : 'light'}
        color={isDone ? 'teal' : 'gray'}
        radius="xl"
        size="sm"
        aria-hidden
      >
        {isDone ? <IconCheck size={14} /> : <IconCircle size={14} />}
      </ThemeIcon>
      <Stack gap={4} flex={1} align="flex-start">
        <Text fw={isDone ? 400 : 600} {...(isDone && { c: 'dimmed' })}>
          {title}
          <VisuallyHidden>{` (${isDone ? begin.done : begin.open})`}</VisuallyHidden>
        </Text>
        {!isDone && (
          <Text size="sm" c="dimmed">
            {what}
          </Text>
        )}
        {!isDone && address !== undefined && (
          <Button
            variant={isNext ? 'filled' : 'default'}
            size="sm"
            renderRoot={(props) => (
              <Link to={address.to} {...(address.search && { search: address.search as never })} {...props} />
            )}
          >
            {action}
          </Button>
        )}
      </Stack>
    </Group>
  )
}

interface Address {
  readonly to: string
  readonly search?: Readonly<Record<string, unknown>>
}

/** Where a step is taken; nowhere for whoever may not take it. */
function useAddress(step: Step, { program, steps }: Steps): Address | undefined {
  const home = `/b/${encodeURIComponent(useBrand().id)}`
  const [configures, serves, makesKeys] = [
    useMay('configuration.change'),
    useMay('terminal.use'),
    useMay('keys.manage'),
  ]
  const isDone = (other: Step) => steps.some((one) => one.step === other && one.isDone)
  switch (step) {
    case 'place':
      return configures ? { to: `${home}/settings/locations`, search: { add: true } } : undefined
    case 'program':
      return configures ? { to: `${home}/settings/programs`, search: { add: true } } : undefined
    case 'cards':
      return configures && program !== undefined
        ? { to: `${home}/settings/programs/${encodeURIComponent(program)}`, search: { tab: 'cardSets' } }
        : undefined
    case 'tried':
      return serves ? { to: `${home}/terminal` } : undefined
    case 'key':
      return makesKeys ? { to: `${home}/developers/connect` } : undefined
    case 'call':
      return makesKeys && isDone('key') ? { to: `${home}/developers/connect` } : undefined
    // Whoever has not tried it has a button for the terminal above.
    case 'sale':
      return serves && isDone('tried') ? { to: `${home}/terminal` } : undefined
  }
}
