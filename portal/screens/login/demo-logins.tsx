import { Button, Divider, SimpleGrid, Text } from '@mantine/core'
import type { OfferedLogin } from '../../ask/answers.ts'
import { useTexts } from '../../texts/texts.ts'

interface DemoLoginsProps {
  readonly logins: readonly OfferedLogin[]
  readonly isBusy: boolean
  readonly onChoose: (login: Pick<OfferedLogin, 'name' | 'password'>) => void
}

/** One press for each role of the demo. */
export function DemoLogins({ logins, isBusy, onChoose }: DemoLoginsProps) {
  const { login, roles } = useTexts()
  return (
    <>
      <Divider label={<Text size="sm">{login.demoTitle}</Text>} />
      <Text size="sm" c="dimmed">
        {login.demoWhy}
      </Text>
      <SimpleGrid cols={2} spacing="xs">
        {logins.map(({ name, password, role }) => (
          <Button
            key={name}
            variant="default"
            disabled={isBusy}
            aria-label={login.demoAs(roles[role])}
            onClick={() => onChoose({ name, password })}
          >
            {roles[role]}
          </Button>
        ))}
      </SimpleGrid>
    </>
  )
}
