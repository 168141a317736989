import { Tabs } from '@mantine/core'
import { getRouteApi, useNavigate } from '@tanstack/react-router'
import { useBrand, useMay } from '../../ask/brand-context.ts'
import { Page } from '../../parts/page.tsx'
import { useTexts } from '../../texts/texts.ts'
import { TestSend } from '../settings/entry/test-send.tsx'
import { AddEntry, SectionList } from '../settings/section-list.tsx'
import { WholeForm } from '../settings/whole-section.tsx'
import { MessageStates } from './message-states.tsx'
import { messageTabs } from './message-tabs.ts'

const route = getRouteApi('/b/$brand/messages')

/** What customers are sent: how it stands, the texts, and the senders. */
export function MessagesScreen() {
  const { messages } = useTexts()
  const navigate = useNavigate()
  const { locations } = useBrand()
  const mayConfigure = useMay('configuration.see')
  // What was sent is told of all locations together.
  const isTold = locations === undefined || !mayConfigure
  const tabs = messageTabs.filter((one) => (one === 'states' ? isTold : mayConfigure))
  const { tab = tabs[0] ?? 'states', ...search } = route.useSearch()
  return (
    <Page
      title={messages.title}
      about={messages.about}
      {...(tab === 'templates' && { primary: <AddEntry section="templates" /> })}
    >
      <Tabs
        value={tab}
        onChange={(next) => void navigate({ to: '.', search: { tab: next } as never })}
        keepMounted={false}
      >
        <Tabs.List mb="md">
          {tabs.map((one) => (
            <Tabs.Tab key={one} value={one}>
              {messages.tabs[one]}
            </Tabs.Tab>
          ))}
        </Tabs.List>
        <Tabs.Panel value="states">
          <MessageStates />
        </Tabs.Panel>
        <Tabs.Panel value="templates">
          <SectionList section="templates" search={search} />
        </Tabs.Panel>
        <Tabs.Panel value="senders" maw={760}>
          <TestSend />
          <WholeForm section="senders" />
        </Tabs.Panel>
      </Tabs>
    </Page>
  )
}
