import '@mantine/core/styles.css'
import '@mantine/notifications/styles.css'
import '@mantine/spotlight/styles.css'
import './theme/base.css'
import { MantineProvider } from '@mantine/core'
import { QueryClientProvider } from '@tanstack/react-query'
import { RouterProvider } from '@tanstack/react-router'
import { StrictMode } from 'react'
import { createRoot } from 'react-dom/client'
import { client, router } from './router.ts'
import { DoneMessages } from './shell/done-messages.tsx'
import { LoadSources } from './shell/search/sources-context.ts'
import { chosenLanguage, keepLanguage } from './texts/language-choice.ts'
import { Spoken } from './texts/spoken.tsx'
import { loadTexts } from './texts/texts.ts'
import { pageNonce, shareNonce } from './theme/nonce.ts'
import { readableVariables, theme } from './theme/theme.ts'

const root = document.getElementById('root')
if (!root) throw new Error('The page has no place for the application.')

shareNonce()
const language = chosenLanguage()
keepLanguage(language)
const texts = await loadTexts(language)

const loadSources = async () => (await import('./search/search-sources.ts')).searchSources
const askAgain = () => void client.invalidateQueries()

createRoot(root).render(
  <StrictMode>
    <MantineProvider
      theme={theme}
      cssVariablesResolver={readableVariables}
      defaultColorScheme="auto"
      getStyleNonce={pageNonce}
    >
      <Spoken first={{ language, texts }} onChange={askAgain}>
        <QueryClientProvider client={client}>
          <DoneMessages />
          <LoadSources value={loadSources}>
            <RouterProvider router={router} />
          </LoadSources>
        </QueryClientProvider>
      </Spoken>
    </MantineProvider>
  </StrictMode>,
)
