import { Anchor } from '@mantine/core'
import { Link } from '@tanstack/react-router'
import { useBrand } from '../../ask/brand-context.ts'
import { useTexts } from '../../texts/texts.ts'
import type { SettingsSection } from './sections.ts'

/** The line below a title: the way back, and what the page is about. */
export function SettingsAbout({ text, to }: { readonly text: string; readonly to?: SettingsSection }) {
  const { settings, file } = useTexts()
  const { id: brand } = useBrand()
  return (
    <>
      {to === undefined ? (
        <Anchor component={Link} to="/b/$brand/settings" params={{ brand } as never} size="sm">
          {settings.back}
        </Anchor>
      ) : (
        <Anchor component={Link} to="/b/$brand/settings/$section" params={{ brand, section: to } as never} size="sm">
          {file.sections[to].title}
        </Anchor>
      )}
      <span aria-hidden>{' · '}</span>
      {text}
    </>
  )
}
