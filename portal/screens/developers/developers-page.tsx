import { Link } from '@tanstack/react-router'
import type { ReactNode } from 'react'
import { useBrand } from '../../ask/brand-context.ts'
import { Page } from '../../parts/page.tsx'
import { useTexts } from '../../texts/texts.ts'
import classes from './developers-page.module.css'
import { type DeveloperTab, visibleTabs } from './tabs.ts'

interface DevelopersPageProps {
  readonly tab: DeveloperTab
  readonly about: ReactNode
  readonly primary?: ReactNode
  readonly secondary?: ReactNode
  readonly children: ReactNode
}

/** A page of the section, with the way to the others. */
export function DevelopersPage({ tab, about, primary, secondary, children }: DevelopersPageProps) {
  const { developers } = useTexts()
  const brand = useBrand()
  return (
    <Page title={developers.titles[tab]} about={about} {...{ primary, secondary }}>
      <nav className={classes.tabs} aria-label={developers.pages}>
        {visibleTabs(brand).map((id) => (
          <Link
            key={id}
            className={classes.tab}
            aria-current={id === tab ? 'page' : undefined}
            to={`/b/$brand/developers/${id}`}
            params={{ brand: brand.id }}
          >
            {developers.tabs[id]}
          </Link>
        ))}
      </nav>
      {children}
    </Page>
  )
}
