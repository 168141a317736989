import { createTheme, MantineThemeProvider, Notification } from '@mantine/core'
import { Notifications } from '@mantine/notifications'
import { useMemo } from 'react'
import { useTexts } from '../texts/texts.ts'

/** Where messages about what was done appear. Their buttons to close them have a name for those who hear the page. */
export function DoneMessages() {
  const { parts } = useTexts()
  const theme = useMemo(() => {
    const closeButtonProps = { 'aria-label': parts.close }
    return createTheme({ components: { Notification: Notification.extend({ defaultProps: { closeButtonProps } }) } })
  }, [parts.close])
  return (
    <MantineThemeProvider theme={theme} inherit>
      <Notifications position="top-center" limit={3} />
    </MantineThemeProvider>
  )
}
