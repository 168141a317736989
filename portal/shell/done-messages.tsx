import { MantineThemeProvider } from '@mantine/core'
import { Notifications } from '@mantine/notifications'
import { useTexts } from '../texts/texts.ts'

/** Where it is said what was done. The kit's own close button has no name, so that it is given one. */
export function DoneMessages() {
  const { parts } = useTexts()
  const closeButtonProps = { 'aria-label': parts.close }
  return (
    <MantineThemeProvider theme={{ components: { Notification: { defaultProps: { closeButtonProps } } } }}>
      <Notifications position="bottom-center" limit={3} />
    </MantineThemeProvider>
  )
}
