import { Anchor, Center } from '@mantine/core'
import { IconCompass } from '@tabler/icons-react'
import { Link } from '@tanstack/react-router'
import { EmptyState } from '../parts/empty-state.tsx'
import { useTexts } from '../texts/texts.ts'

/** An address that leads nowhere, or where somebody has no business. */
export function NotThere() {
  const { shell } = useTexts()
  return (
    <Center mih="60vh" component="main">
      <EmptyState
        icon={<IconCompass size={40} stroke={1.4} />}
        title={shell.notThere}
        what={shell.notThereWhy}
        action={
          <Anchor component={Link} to="/">
            {shell.toHome}
          </Anchor>
        }
      />
    </Center>
  )
}
