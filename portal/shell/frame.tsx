import { AppShell, Burger, Group } from '@mantine/core'
import { useDisclosure } from '@mantine/hooks'
import type { ReactNode } from 'react'
import { useMe } from '../ask/brand-context.ts'
import { useTexts } from '../texts/texts.ts'
import { AccountMenu } from './account-menu.tsx'
import { BrandSwitcher } from './brand-switcher.tsx'
import { EnvironmentBanner, isReal } from './environment.tsx'
import classes from './frame.module.css'
import { Lock } from './lock.tsx'
import { LostAnswers } from './lost-answers.tsx'
import { Navigation } from './navigation.tsx'
import { SearchBox } from './search/search-box.tsx'

const barHeight = 60
const bannerHeight = 30

/** What is around every page of a brand: navigation at the left, search at the top. */
export function Frame({ children }: { readonly children: ReactNode }) {
  const { shell } = useTexts()
  const { environment } = useMe()
  const [isOpen, { toggle, close }] = useDisclosure()
  const height = barHeight + (isReal(environment) ? 0 : bannerHeight)
  return (
    <AppShell
      layout="alt"
      header={{ height }}
      navbar={{ width: 248, breakpoint: 'sm', collapsed: { mobile: !isOpen } }}
      padding="lg"
      className={classes.frame ?? ''}
    >
      <a href="#content" className={classes.skip}>
        {shell.skipToContent}
      </a>
      <AppShell.Header className={classes.header ?? ''}>
        <EnvironmentBanner environment={environment} />
        <Group h={barHeight} px="lg" justify="space-between" wrap="nowrap">
          <Burger
            opened={isOpen}
            onClick={toggle}
            hiddenFrom="sm"
            size="sm"
            aria-label={isOpen ? shell.closeNavigation : shell.openNavigation}
          />
          <SearchBox />
          <Group gap="xs" wrap="nowrap">
            <Lock />
            <AccountMenu />
          </Group>
        </Group>
      </AppShell.Header>
      <AppShell.Navbar className={classes.navbar ?? ''} aria-label={shell.mainNavigation}>
        <BrandSwitcher />
        <Navigation onNavigate={close} />
      </AppShell.Navbar>
      <AppShell.Main id="content" tabIndex={-1} className={classes.main ?? ''}>
        <LostAnswers />
        {children}
      </AppShell.Main>
    </AppShell>
  )
}
